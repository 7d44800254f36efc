import { createHash } from 'node:crypto';
import { type Objects, StripeFault } from './account.ts';
import { invalid } from './parameters.ts';

/** What the holder has typed. */
export interface CardDetails {
  readonly number: string;
  readonly expMonth: number;
  readonly expYear: number;
  readonly cvc: string | undefined;
}

/** What comes of an attempt. `code` and `declineCode` are Stripe's. */
export type Outcome =
  | { readonly ok: true }
  | {
      readonly ok: false;
      readonly code: string;
      readonly declineCode?: string;
      /** The holder would have to be asked. */
      readonly needsAuthentication?: boolean;
    };

/** What one of Stripe's documented test cards does. */
interface TestCard {
  /** The id under which Stripe offers it without its number. */
  readonly token: string;
  /** What saving it for later comes to, once the holder has been asked where that is needed. */
  readonly setUp: Outcome;
  /** Whether the holder is asked when it is saved: 3-D Secure. */
  readonly asksAtSetUp: boolean;
  /** What a charge comes to while the holder is away. */
  readonly charge: Outcome;
}

const fine: Outcome = { ok: true };
const declined: Outcome = { ok: false, code: 'card_declined', declineCode: 'generic_decline' };
const insufficient: Outcome = { ok: false, code: 'card_declined', declineCode: 'insufficient_funds' };

const good = (token: string): TestCard => ({ token, setUp: fine, asksAtSetUp: false, charge: fine });
const bad = (token: string, outcome: Outcome): TestCard => ({
  token,
  setUp: outcome,
  asksAtSetUp: false,
  charge: outcome,
});

/** By number: https://docs.stripe.com/testing */
const testCards: Readonly<Record<string, TestCard>> = {
  '4242424242424242': good('pm_card_visa'),
  '5555555555554444': good('pm_card_mastercard'),
  '378282246310005': good('pm_card_amex'),
  '4000000000000002': bad('pm_card_chargeDeclined', declined),
  '4000000000009995': bad('pm_card_chargeDeclinedInsufficientFunds', insufficient),
  '4000000000000069': bad('pm_card_chargeDeclinedExpiredCard', { ok: false, code: 'expired_card' }),
  '4000000000000127': bad('pm_card_chargeDeclinedIncorrectCvc', { ok: false, code: 'incorrect_cvc' }),
  '4000000000000119': bad('pm_card_chargeDeclinedProcessingError', { ok: false, code: 'processing_error' }),
  '4000000000000341': { ...good('pm_card_chargeCustomerFail'), charge: declined },
  '4000002500003155': { ...good('pm_card_authenticationRequiredOnSetup'), asksAtSetUp: true },
  '4000002760003184': {
    token: 'pm_card_authenticationRequired',
    setUp: fine,
    asksAtSetUp: true,
    charge: {
      ok: false,
      code: 'authentication_required',
      declineCode: 'authentication_required',
      needsAuthentication: true,
    },
  },
  '4000008260003178': {
    token: 'pm_card_authenticationRequiredChargeDeclinedInsufficientFunds',
    setUp: fine,
    asksAtSetUp: true,
    charge: insufficient,
  },
};

/** In test mode no other card is taken. */
const realCard = bad('', { ok: false, code: 'card_declined', declineCode: 'test_mode_live_card' });

/** Stripe's name for a number, the same wherever it is met again. */
export function fingerprintOf(number: string): string {
  const digest = createHash('sha256').update(`fingerprint ${number}`).digest('base64url');
  return digest.replaceAll(/[-_]/g, '').slice(0, 16);
}

const byFingerprint = new Map(
  Object.entries(testCards).map(([number, card]) => [fingerprintOf(number), card]),
);

/** What a charge of a saved card comes to while its holder is away. */
export function outcomeOfCharge(card: Objects['payment_method']): Outcome {
  return testCardOf(card).charge;
}

/** What saving a card comes to, and whether its holder is asked. */
export function outcomeOfSetUp(
  card: Objects['payment_method'],
): Pick<TestCard, 'asksAtSetUp'> & { outcome: Outcome } {
  const { setUp, asksAtSetUp } = testCardOf(card);
  return { outcome: setUp, asksAtSetUp };
}

function testCardOf({ card }: Objects['payment_method']): TestCard {
  return byFingerprint.get(card?.fingerprint ?? '') ?? realCard;
}

/** A card that Stripe offers by a word, as `pm_card_visa`: good for 10 years. */
export function cardByToken(token: string, now: number): CardDetails | undefined {
  const found = Object.entries(testCards).find(([, card]) => card.token === token);
  const expYear = new Date(now * 1_000).getUTCFullYear() + 10;
  return found && { number: found[0], expMonth: 12, expYear, cvc: undefined };
}

/**
 * Reads what the holder has typed; spaces and dashes are nothing.
 *
 * @param given by its names on the wire, as `number`
 * @param prefix what stands before the names: `payment_method_data[card]`
 * @param now seconds since 1970
 * @throws StripeFault where that cannot be a card, or is over
 */
export function readCardDetails(
  given: { number?: string; exp_month?: string; exp_year?: string; cvc?: string },
  prefix: string,
  now: number,
): CardDetails {
  for (const name of ['number', 'exp_month', 'exp_year'] as const) {
    const param = `${prefix}[${name}]`;
    if (!given[name]) throw invalid(`Missing required param: ${param}.`, param, 'parameter_missing');
  }
  const refuse = (name: string, code: string, message: string) =>
    new StripeFault(402, { type: 'card_error', code, message, param: `${prefix}[${name}]` });

  const number = (given.number ?? '').replaceAll(/[ -]/g, '');
  if (!/^\d{12,19}$/.test(number)) {
    throw refuse('number', 'invalid_number', 'The card number is not a valid credit card number.');
  }
  if (!hasCheckDigit(number)) throw refuse('number', 'incorrect_number', 'Your card number is incorrect.');

  const [expMonth, expYear] = [wholeOf(given.exp_month), fullYear(wholeOf(given.exp_year))];
  if (!(expMonth >= 1 && expMonth <= 12)) {
    throw refuse('exp_month', 'invalid_expiry_month', "Your card's expiration month is invalid.");
  }
  const today = new Date(now * 1_000);
  const [year, month] = [today.getUTCFullYear(), today.getUTCMonth() + 1];
  if (!(expYear >= year && expYear <= year + 50)) {
    throw refuse('exp_year', 'invalid_expiry_year', "Your card's expiration year is invalid.");
  }
  if (expYear === year && expMonth < month) {
    throw refuse('exp_month', 'invalid_expiry_month', "Your card's expiration month is invalid.");
  }
  const { cvc } = given;
  const cvcLength = brandOf(number) === 'amex' ? 4 : 3;
  if (cvc !== undefined && !(/^\d+$/.test(cvc) && cvc.length === cvcLength)) {
    throw refuse('cvc', 'invalid_cvc', "Your card's security code is invalid.");
  }
  return { number, expMonth, expYear, cvc };
}

export function brandOf(number: string): string {
  return brands.find(([, pattern]) => pattern.test(number))?.[0] ?? 'unknown';
}

const brands: readonly (readonly [string, RegExp])[] = [
  ['visa', /^4/],
  ['mastercard', /^(5[1-5]|222[1-9]|22[3-9]|2[3-6]|27[01]|2720)/],
  ['amex', /^3[47]/],
  ['discover', /^(6011|65|64[4-9])/],
  ['diners', /^3(0|6|8)/],
  ['jcb', /^35/],
  ['unionpay', /^62/],
];

/** Luhn: from the right every second digit counts double. */
function hasCheckDigit(number: string): boolean {
  const sum = [...number].toReversed().reduce((total, digit, index) => {
    const value = Number(digit) * (index % 2 === 1 ? 2 : 1);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return sum % 10 === 0;
}

function wholeOf(word = ''): number {
  return /^\d{1,4}$/.test(word) ? Number(word) : Number.NaN;
}

function fullYear(year: number): number {
  return year < 100 ? 2_000 + year : year;
}

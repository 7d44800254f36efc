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
      /** The holder is asked. */
      readonly isAsked?: boolean;
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

/** By number, without those of countries: https://docs.stripe.com/testing */
const specialCards: Readonly<Record<string, TestCard>> = {
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

/** Cards that are taken, one of each country, by its code. */
export const cardsOfCountries: Readonly<Record<string, string>> = {
  at: '4000000400000008',
  au: '4000000360000006',
  be: '4000000560000004',
  bg: '4000001000000000',
  br: '4000000760000002',
  ca: '4000001240000000',
  ch: '4000007560000009',
  cn: '4000001560000002',
  cy: '4000001960000008',
  cz: '4000002030000002',
  de: '4000002760000016',
  dk: '4000002080000001',
  ee: '4000002330000009',
  es: '4000007240000007',
  fi: '4000002460000001',
  fr: '4000002500000003',
  gb: '4000008260000000',
  gr: '4000003000000030',
  hk: '4000003440000004',
  hu: '4000003480000005',
  ie: '4000003720000005',
  in: '4000003560000008',
  it: '4000003800000008',
  jp: '4000003920000003',
  lt: '4000004400000000',
  lu: '4000004420000006',
  lv: '4000004280000005',
  mt: '4000004700000007',
  mx: '4000004840008001',
  my: '4000004580000002',
  nl: '4000005280000002',
  no: '4000005780000007',
  nz: '4000005540000008',
  pl: '4000006160000005',
  pt: '4000006200000007',
  ro: '4000006420000001',
  se: '4000007520000008',
  sg: '4000007020000003',
  si: '4000007050000006',
  sk: '4000007030000001',
  th: '4000007640000003',
};

/** In test mode no other card is taken. */
const realCard = bad('', { ok: false, code: 'card_declined', declineCode: 'test_mode_live_card' });

const testCards: Readonly<Record<string, TestCard>> = {
  ...specialCards,
  ...Object.fromEntries(
    Object.entries(cardsOfCountries).map(([country, number]) => [number, good(`pm_card_${country}`)]),
  ),
};

/** Stripe's name for a number, the same wherever it is met again. */
export function fingerprintOf(number: string): string {
  const digest = createHash('sha256').update(`fingerprint ${number}`).digest('base64url');
  return digest.replaceAll(/[-_]/g, '').slice(0, 16);
}

const byFingerprint = new Map(
  Object.entries(testCards).map(([number, card]) => [fingerprintOf(number), card]),
);

/**
 * What a charge of a saved card comes to.
 *
 * @param isPresent its holder is there to be asked, and some cards' banks ask then: https://docs.stripe.com/testing
 */
export function outcomeOfCharge(card: Objects['payment_method'], isPresent = false): Outcome {
  const { charge, asksAtSetUp } = testCardOf(card);
  const asks = isPresent && asksAtSetUp && (charge.ok || charge.needsAuthentication);
  return asks
    ? { ok: false, code: 'authentication_required', needsAuthentication: true, isAsked: true }
    : charge;
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

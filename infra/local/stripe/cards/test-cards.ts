import { createHash } from 'node:crypto';
import type { Objects } from '../account/objects.ts';
import { StripeError } from '../errors.ts';
import { computeCheckDigit } from './card-details.ts';

/** The result of saving or charging a card, with Stripe's codes. */
export type Outcome =
  | { readonly ok: true }
  | {
      readonly ok: false;
      readonly code: string;
      readonly declineCode?: string;
      /** 3-D Secure is pending. */
      readonly needsAuthentication?: boolean;
    };

interface TestCard {
  readonly token?: string;
  /** The result of saving it, after authentication. */
  readonly setupOutcome: Outcome;
  /** Saving the card needs 3-D Secure. */
  readonly authenticatesAtSetUp?: boolean;
  readonly charge: Outcome;
}

const ok: Outcome = { ok: true };

function decline(code: string, declineCode?: string): Outcome & { ok: false } {
  return { ok: false, code, ...(declineCode && { declineCode }) };
}

function testCard(charge: Outcome, more: Partial<TestCard> = {}): TestCard {
  return { charge, setupOutcome: charge, ...more };
}

const genericDecline = decline('card_declined', 'generic_decline');
const noFunds = decline('card_declined', 'insufficient_funds');
const authenticationRequired = {
  ...decline('authentication_required', 'authentication_required'),
  needsAuthentication: true,
};
const authenticatesFirst = { authenticatesAtSetUp: true, setupOutcome: ok };

/** https://docs.stripe.com/testing */
const specialCards: Readonly<Record<string, TestCard>> = {
  '4242424242424242': testCard(ok, { token: 'pm_card_visa' }),
  '5555555555554444': testCard(ok, { token: 'pm_card_mastercard' }),
  '4000000000000002': testCard(genericDecline),
  '4000000000009995': testCard(noFunds),
  '4000000000000069': testCard(decline('expired_card')),
  '4000000000000127': testCard(decline('incorrect_cvc')),
  '4000000000000119': testCard(decline('processing_error')),
  '4000000000000341': testCard(genericDecline, { token: 'pm_card_chargeCustomerFail', setupOutcome: ok }),
  '4000002500003155': testCard(ok, {
    token: 'pm_card_authenticationRequiredOnSetup',
    ...authenticatesFirst,
  }),
  '4000002760003184': testCard(authenticationRequired, {
    token: 'pm_card_authenticationRequired',
    ...authenticatesFirst,
  }),
  '4000008260003178': testCard(noFunds, authenticatesFirst),
};

/** A valid card for each of many countries: 400000, the country's ISO 3166-1 number, 000000, a check digit. */
export const countryCards: readonly string[] = (
  '040 036 056 100 076 124 756 156 196 203 276 208 233 724 246 250 826 300 344 348 372 ' +
  '356 380 392 440 442 428 470 458 528 578 554 616 620 642 752 702 705 703 764'
)
  .split(' ')
  .map((country) => `400000${country}000000`)
  .map((digits) => `${digits}${computeCheckDigit(digits)}`);

/** Test mode declines real cards. */
const otherCard = testCard(decline('card_declined', 'test_mode_live_card'));

const testCards: Readonly<Record<string, TestCard>> = {
  ...Object.fromEntries(countryCards.map((number) => [number, testCard(ok)])),
  ...specialCards,
};

export function computeFingerprint(number: string): string {
  const digest = createHash('sha256').update(`fingerprint ${number}`).digest('base64url');
  return digest.replaceAll(/[-_]/g, '').slice(0, 16);
}

const byFingerprint = new Map(
  Object.entries(testCards).map(([number, card]) => [computeFingerprint(number), card]),
);

/** @param isOnSession the cardholder is present for 3-D Secure: https://docs.stripe.com/testing */
export function decideCharge(card: Objects['payment_method'] | undefined, isOnSession: boolean): Outcome {
  if (!card) return decline('payment_method_not_available');
  const { charge, authenticatesAtSetUp } = findTestCard(card);
  return isOnSession && authenticatesAtSetUp && charge.ok ? authenticationRequired : charge;
}

export function findTestCard({ card }: Objects['payment_method']): TestCard {
  return byFingerprint.get(card?.fingerprint ?? '') ?? otherCard;
}

export function findCardNumber(token: string): string | undefined {
  return Object.entries(specialCards).find(([, card]) => card.token === token)?.[0];
}

export function declined({ code, declineCode }: Outcome & { ok: false }): StripeError {
  return new StripeError(402, {
    type: 'card_error',
    code,
    decline_code: declineCode,
    message: messages[declineCode ?? code] ?? 'Your card was declined.',
  });
}

const messages: Readonly<Record<string, string>> = {
  authentication_required: 'Your card was declined. This transaction requires authentication.',
  expired_card: 'Your card has expired.',
  incorrect_cvc: "Your card's security code is incorrect.",
  insufficient_funds: 'Your card has insufficient funds.',
  processing_error: 'An error occurred while processing your card. Try again in a little bit.',
};

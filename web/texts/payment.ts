import { trialDays } from '../../shared/plans.ts';
import { t } from '../language/message.ts';
import { joinSentences } from '../language/sentences.ts';

// Offers
export const chooseTrial = t('Start {trialDays}-day free trial', { trialDays });
export const trialTerms = (price: string) =>
  t('{trialDays} days free, then {price}. No charge until day {chargeDay}. Cancel any time.', {
    trialDays,
    price,
    chargeDay: trialDays + 1,
  });
export const subscribe = (price: string) => t('Subscribe for {price}', { price });
export const terms = (amount: string, interval: string) =>
  t(
    '{interval, select, year {{amount} charged today, then every year. Cancel any time.} other {{amount} charged today, then every month. Cancel any time.}}',
    { amount, interval },
  );

// Card form
export const trialTitle = t('Start your free trial');
export const subscribeTitle = (plan: string) => t('Subscribe to {plan}', { plan });
export const changePlan = t('Change plan');
export const chargedToday = t('Due today');
export const chargedOn = (date: string) => t('On {date}', { date });
export const renewal = (amount: string, interval: string) =>
  t(
    '{interval, select, year {Then {amount} every year until you cancel.} other {Then {amount} every month until you cancel.}}',
    { amount, interval },
  );
export const cancelAnyTime = t('You can cancel any time under ‘Manage Subscription’.');
export const formLabel = t('Payment');
export const formLoading = t('Loading the card form…');
export const formFailed = t(
  'Stripe’s card form didn’t load. Check your connection, and make sure your browser isn’t blocking js.stripe.com. Nothing was charged.',
);
export const tryAgain = t('Try again');
export const startTrial = t('Start free trial');
export const startingTrial = t('Starting your trial…');
export const pay = (amount: string) => t('Pay {amount} and subscribe', { amount });
export const paying = t('Paying…');
export const sentToStripe = t('Your card details go straight to Stripe, never to Parley.');

// Promotion code
export const haveCode = t('Have a code?');
export const codeLabel = t('Promotion code');
export const applyCode = t('Apply');
export const applyingCode = t('Checking…');
export const codeName = (code: string) => t('Code {code}', { code });
export const removeCode = t('Remove');
export const removingCode = t('Removing…');
export const codeApplied = (amount: string) => t('Code applied. Your first payment is {amount}.', { amount });
export const codeRemoved = t('Code removed.');
/** Followed by the renewal. */
export const codeReach = (payments: number | null, amount: string) =>
  payments === null
    ? t('Your code lowers every payment.')
    : t(
        '{payments, plural, one {Your code lowers your first payment.} other {Your code lowers your first {payments} payments to {amount}.}}',
        { payments, amount },
      );
export const codeFailed = t('We couldn’t check your code. Nothing was charged. Please try again.');
/** After the reason. */
export const codeRefused = t('Nothing was charged. Check the new amount before you continue.');
export const codeChanged = t(
  'The amount with your code has changed. Nothing was charged. Check it before you continue.',
);
export const payNothing = (amount: string) => t('Subscribe for {amount} today', { amount });

// Saved card
export const card = t('Card');
export const cardHadTrial = (name?: string) =>
  name
    ? t('This card ({name}) has already been used for a free trial.', { name })
    : t('This card has already been used for a free trial.');
export const payNowText = (amount: string, interval: string) =>
  t(
    '{interval, select, year {Nothing was charged. You can still subscribe with this card: {amount} now, then every year until you cancel.} other {Nothing was charged. You can still subscribe with this card: {amount} now, then every month until you cancel.}}',
    { amount, interval },
  );
/** Followed by the renewal. */
export const payNowWithCodeText = (amount: string) =>
  t('Nothing was charged. You can still subscribe with this card and your code: {amount} now.', { amount });
export const startNow = (amount: string) => t('Pay {amount} and start now', { amount });
export const confirmNeeded = (amount: string, name?: string) =>
  name
    ? t('Your bank wants you to confirm this payment of {amount} ({name}).', { amount, name })
    : t('Your bank wants you to confirm this payment of {amount}.', { amount });
export const confirmNowText = t('Nothing has been charged yet. Premium starts as soon as you confirm.');
export const confirmAmount = (amount: string) => t('Confirm payment of {amount}', { amount });
export const confirming = t('Confirming…');
export const chooseOtherCard = t('Use another card');

// Problems before the payment
export const cardDeclined = t('Your card was declined.');
export const nothingCharged = t('Nothing was charged.');
export const tryOtherCard = t('Try another card');
export const termsOutdated = t(
  'The price may have changed since you agreed to it. Nothing was charged. Choose a plan to continue.',
);
export const codeLost = t(
  'Your code can’t be used any more. Nothing was charged. Choose a plan to continue without it.',
);
export const notSetUp = t('Premium isn’t available yet. You can use everything else.');
export const unreachable = t('We can’t reach our payment service right now. Try again in a moment.');
export const failedTitle = t('Error');
export const triedTooOften = t('You’ve tried too many times today. Nothing was charged. Try again tomorrow.');
export const processingFailed = t('Payment processing failed. Please try again.');
export const startFailed = t('Failed to start subscription process. Please try again.');

// Confirmation by Stripe
export const setupFailed = t('Setup Failed');
export const cardNotSetUp = t('We couldn’t save your card. Please try again.');
export const paymentNotConfirmed = t('Your payment wasn’t confirmed. Please try again.');
export const stripeUnreachable = t('Parley couldn’t reach Stripe. Nothing was charged. Please try again.');
export const onlyOneCharge = t('You won’t be charged twice.');

// Activation: the action links to the plans, except for `slow` and `signed_out`
export const activations = {
  activating: {
    heading: t('Activating…'),
    text: t('Your card was accepted. Premium will be ready in a moment.'),
  },
  slow: {
    heading: t('This is taking longer than usual.'),
    text: t('Your card was accepted, and Premium will start automatically.'),
    action: t('Check again'),
  },
  card_had_trial: { heading: cardHadTrial(), text: nothingCharged, action: t('See options') },
  payment_failed: { heading: cardDeclined, text: nothingCharged, action: tryOtherCard },
  confirmation_needed: {
    heading: t('Your bank wants you to confirm this payment.'),
    text: t('Nothing has been charged yet.'),
    action: t('Confirm payment'),
  },
  terms_outdated: {
    heading: t('Please check the price again.'),
    text: t('It may have changed since you agreed to it. Nothing was charged.'),
    action: t('See the price'),
  },
  code_lost: {
    heading: t('Your code can’t be used any more.'),
    text: nothingCharged,
    action: t('See the price'),
  },
  not_confirmed: { heading: t('We couldn’t verify your card.'), text: nothingCharged, action: tryAgain },
  signed_out: {
    heading: t('You’re logged out.'),
    text: t('Your card was accepted. Log in to use Premium.'),
    action: t('Log in'),
  },
};
export const trialStarted = t('{trialDays}-Day Trial Started!', { trialDays });
export const trialWelcome = (end: string | null, charge: { amount: string | undefined } | null) =>
  joinSentences(
    t('You now have Premium.'),
    end ? t('Your trial ends on {end}.', { end }) : undefined,
    charge ? chargeAfterTrial(charge.amount) : undefined,
  );
const chargeAfterTrial = (amount?: string) =>
  amount === undefined
    ? t('After that, we’ll charge your card unless you cancel first.')
    : t('After that, we’ll charge {amount} unless you cancel first.', { amount });
export const premiumStarted = t('Premium is active');
export const planAndPrice = (plan: string, price: string) => `${plan}, ${price}.`;
export const noLimits = t('Translate without limits.');
export const renewsOn = (date: string) => t('It renews on {date}.', { date });

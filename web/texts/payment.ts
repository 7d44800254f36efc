import { trialDays } from '../../shared/plans.ts';

// Offers
export const chooseTrial = `Start ${trialDays}-day free trial`;
export const trialTerms = (price: string) =>
  `${trialDays} days free, then ${price}. No charge until day ${trialDays + 1}. Cancel any time.`;
export const subscribe = (price: string) => `Subscribe for ${price}`;
export const terms = (amount: string, interval: string) =>
  `${amount} charged today, then every ${interval}. Cancel any time.`;

// Card form
export const trialTitle = 'Start your free trial';
export const subscribeTitle = (plan: string) => `Subscribe to ${plan}`;
export const changePlan = 'Change plan';
export const chargedToday = 'Due today';
export const chargedOn = (date: string) => `On ${date}`;
export const renewal = (amount: string, interval: string) =>
  `Then ${amount} every ${interval} until you cancel.`;
export const cancelAnyTime = 'You can cancel any time under ‘Manage Subscription’.';
export const formLabel = 'Payment';
export const formLoading = 'Loading the card form…';
export const formFailed =
  'Stripe’s card form didn’t load. Check your connection, and make sure your browser isn’t blocking js.stripe.com. Nothing was charged.';
export const tryAgain = 'Try again';
export const startTrial = 'Start free trial';
export const startingTrial = 'Starting your trial…';
export const pay = (amount: string) => `Pay ${amount} and subscribe`;
export const paying = 'Paying…';
export const sentToStripe = 'Your card details go straight to Stripe, never to Parley.';

// Saved card
export const card = 'Card';
export const cardHadTrial = (name?: string) =>
  `This card${name ? ` (${name})` : ''} has already been used for a free trial.`;
export const payNowText = (amount: string, interval: string) =>
  `Nothing was charged. You can still subscribe with this card: ${amount} now, then every ${interval} until you cancel.`;
export const startNow = (amount: string) => `Pay ${amount} and start now`;
export const confirmNeeded = (amount: string, name?: string) =>
  `Your bank wants you to confirm this payment of ${amount}${name ? ` (${name})` : ''}.`;
export const confirmNowText = 'Nothing has been charged yet. Premium starts as soon as you confirm.';
export const confirmAmount = (amount: string) => `Confirm payment of ${amount}`;
export const confirming = 'Confirming…';
export const chooseOtherCard = 'Use another card';

// Problems before the payment
export const cardDeclined = 'Your card was declined.';
export const nothingCharged = 'Nothing was charged.';
export const tryOtherCard = 'Try another card';
export const termsOutdated =
  'The price may have changed since you agreed to it. Nothing was charged. Choose a plan to continue.';
export const notSetUp = 'Premium isn’t available yet. You can use everything else.';
export const unreachable = 'We can’t reach our payment service right now. Try again in a moment.';
export const failedTitle = 'Error';
export const triedTooOften = 'You’ve tried too many times today. Nothing was charged. Try again tomorrow.';
export const processingFailed = 'Payment processing failed. Please try again.';
export const startFailed = 'Failed to start subscription process. Please try again.';

// Confirmation by Stripe
export const setupFailed = 'Setup Failed';
export const cardNotSetUp = 'We couldn’t save your card. Please try again.';
export const paymentNotConfirmed = 'Your payment wasn’t confirmed. Please try again.';
export const stripeUnreachable = 'Parley couldn’t reach Stripe. Nothing was charged. Please try again.';
export const onlyOneCharge = 'You won’t be charged twice.';

// Activation: the action links to the plans, except for `slow` and `signed_out`
export const activations = {
  activating: {
    heading: 'Activating…',
    text: 'Your card was accepted. Premium will be ready in a moment.',
  },
  slow: {
    heading: 'This is taking longer than usual.',
    text: 'Your card was accepted, and Premium will start automatically.',
    action: 'Check again',
  },
  card_had_trial: { heading: cardHadTrial(), text: nothingCharged, action: 'See options' },
  payment_failed: { heading: cardDeclined, text: nothingCharged, action: tryOtherCard },
  confirmation_needed: {
    heading: 'Your bank wants you to confirm this payment.',
    text: 'Nothing has been charged yet.',
    action: 'Confirm payment',
  },
  terms_outdated: {
    heading: 'Please check the price again.',
    text: 'It may have changed since you agreed to it. Nothing was charged.',
    action: 'See the price',
  },
  not_confirmed: { heading: 'We couldn’t verify your card.', text: nothingCharged, action: tryAgain },
  signed_out: {
    heading: 'You’re logged out.',
    text: 'Your card was accepted. Log in to use Premium.',
    action: 'Log in',
  },
};
export const trialStarted = `${trialDays}-Day Trial Started!`;
/** After "we’ll charge", if the amount is unknown. */
export const yourCard = 'your card';
export const trialWelcome = (end: string | null, amount: string | null) =>
  `You now have Premium.${end ? ` Your trial ends on ${end}.` : ''}${amount ? ` After that, we’ll charge ${amount} unless you cancel first.` : ''}`;
export const premiumStarted = 'Premium is active';
export const planAndPrice = (plan: string, price: string) => `${plan}, ${price}.`;
export const noLimits = 'Translate without limits.';
export const renewsOn = (date: string) => `It renews on ${date}.`;

import type { ReactNode } from 'react';
import { limits } from '../../shared/limits.ts';
import { trialDays } from '../../shared/plans.ts';

// Plans
export const premiumSummary = 'Unlimited translations, our best voices, searchable history.';
export const monthlyEquivalent = (amount: string) => `About ${amount} a month, billed yearly`;
export const billedMonthly = 'Billed monthly';
export const choosing = 'One moment…';
export const trialAssurance = `Cancel within ${trialDays} days and pay nothing`;
export const assurances = [
  'Your card number goes to Stripe, never to Parley',
  'Keep your free account if you cancel',
];
/** From `shared/ceilings.ts`, which counts each spoken character twice: for the audio, and for the times of its words. */
export const fairUse =
  'Fair use per day: 60,000 characters of text (about 30 pages), 1 hour of voice input and 12,500 characters read aloud. Per month: 400,000 characters (about 200 pages), 3 hours and 100,000 characters. A free trial includes 70,000 characters of text (about 35 pages), 1 hour of voice input and 17,500 characters read aloud.';

export const termsLink = 'terms of service';
export const refundsLink = 'get your money back';
export const legalNote = (terms: ReactNode, refunds: ReactNode) => (
  <>
    <span>Premium begins at once, and you accept the </span>
    {terms}
    <span>. You can withdraw within 14 days of a payment and </span>
    {refunds}
    <span>.</span>
  </>
);

// Premium card
export const premiumActive = 'Premium Active';
export const premium = 'Premium';
export const paymentFailed = 'Payment Failed';
export const paymentDisputed = 'Payment Disputed';
export const paymentUnconfirmed = 'Confirm Your Payment';
export const paymentFailedText =
  'Your last payment didn’t go through. Update your card and we’ll try again. There’s no need to subscribe again.';
export const paymentUnconfirmedText =
  'Your bank wants you to confirm your last payment. There’s no need to subscribe again.';
export const paymentDisputedText =
  'One of your payments is disputed. Premium is paused until your bank decides, and we won’t charge you in the meantime.';
export const premiumUntil = (end = 'the end of your billing period') =>
  `You’ve cancelled. You’ll keep Premium until ${end} and can reactivate it any time before then.`;
export const unlimited = 'Translate as much as you like.';
export const trialEndsSoon = 'Your Trial Ends Soon';
export const trialEndsOn = (end: string, amount = 'your card') =>
  `Your free trial ends on ${end}. After that, we’ll charge ${amount} unless you cancel first.`;
export const renewsOn = (date: string, amount?: string) =>
  amount ? `It renews on ${date} for ${amount}.` : `It renews on ${date}; ${amountUnknown}.`;
export const manageSubscription = 'Manage Subscription';
export const startTranslating = 'Start translating';

// Current subscription
export const currentSubscription = 'Current Subscription';
export const statusPrefix = 'Status: ';
export const statusFree = 'Free';
export const statusTrialing = 'Free Trial';
export const statusActive = 'Active';
export const statusCanceled = 'Cancelled';
export const statusPastDue = 'Past Due';
export const freePlan = 'Free Plan';
export const amountDue = (amount: string) => `${amount} due`;
export const statusSentences = {
  free: `You have ${limits.translations.free} free translations a day. Premium has no limit.`,
  trialing: 'You have full access during your trial.',
  active: 'Premium renews until you cancel.',
  canceled: 'You’ll keep Premium until your access ends. We won’t charge you again.',
};
export const unpaidPremium = 'Your last payment didn’t go through. You still have Premium for now.';
export const unpaidPaused = 'Your last payment didn’t go through. Premium is paused until you pay.';
export const unconfirmedPremium =
  'Your bank wants you to confirm your last payment. You still have Premium for now.';
export const unconfirmedPaused =
  'Your bank wants you to confirm your last payment. Premium is paused until you do.';
export const trialEnds = 'Trial Ends';
export const nextBilling = 'Next Billing';
export const amountUnknown = 'we couldn’t get the amount from Stripe';
export const accessEnds = 'Access Ends';
export const trialNotice = (end: string | null, amount: string | undefined) =>
  `Your ${trialDays}-day trial ends${end ? ` on ${end}` : ''}. Your saved payment method will be charged${amount ? ` ${amount}` : ''} unless you cancel before then.`;
export const cancelledNotice = (isTrial: boolean, end: string | undefined) =>
  `Your ${isTrial ? 'trial' : 'subscription'} is cancelled.${end ? ` You keep access until ${end}.` : ''} After that you’ll be on the Free Plan.`;

// Actions
export const subscriptionActions = 'Subscription Actions';
export const trialUpgradeText = `Translate without limits, starting with a ${trialDays}-day free trial.`;
export const upgradeToPremium = 'Translate without limits, with Premium voices and history.';
export const trialCancelText = 'Cancel during the trial and you won’t be charged.';
export const cancelAnyTime = (end?: string) =>
  `You can cancel at any time${end ? ` and keep access until ${end}` : ''}.`;
export const reactivateText = (amount: string | undefined, end: string | undefined) =>
  `Changed your mind? Reactivate to keep your subscription.${amount && end ? ` Your next charge is on ${end}: ${amount}.` : ''}`;
export const withdrawDispute =
  'To get Premium back, ask your bank to withdraw the dispute. Or cancel and pay nothing more.';
export const payToKeepPremium = 'Update your payment method to keep Premium, or cancel and pay nothing.';
export const payToRegainPremium =
  'Update your payment method to get Premium back, or cancel and pay nothing.';
export const confirmOnStripe =
  'Confirm it on Stripe’s page, then come back here. Or use another card, or cancel and pay nothing.';
export const confirmPayment = 'Confirm Payment';
export const updatePayment = 'Update Payment';
export const openInvoices = 'Payment method and invoices';
export const opening = 'Opening…';
export const upgrade = 'Upgrade Now';
export const cancel = 'Cancel Subscription';
export const cancelling = 'Cancelling…';
export const reactivate = 'Reactivate';
export const reactivating = 'Reactivating…';

// Change of plan
export const switchTo = { month: 'Switch to monthly', year: 'Switch to yearly' };
export const switchTitle = (plan: string) => `Switch to ${plan}?`;
export const loadingOffer = 'Asking Stripe for the amount…';
export const offerFailed = 'We couldn’t get the amount from Stripe. Nothing was charged. Try again.';
export const unusedTime = 'Unused time on your current plan';
export const dueToday = 'Due today';
export const creditLeft = 'Your credit';
export const thenRenews = (date: string, amount: string, interval: string) =>
  `Then ${amount} every ${interval} from ${date}, until you cancel.`;
export const trialGoesOn = (date: string, amount: string, interval: string) =>
  `Your trial goes on until ${date}. Then ${amount} every ${interval}, until you cancel.`;
export const creditPaysFirst = 'We use your credit before we charge your card.';
export const switchPlan = 'Switch plan';
export const payAndSwitch = (amount: string) => `Pay ${amount} and switch`;
export const switching = 'Switching…';
export const keepPlan = 'Keep my plan';
export const switchedTitle = 'Plan Changed';
export const switched = (plan: string) => `You now have ${plan}.`;
export const switchFailed = 'Plan Not Changed';

// Cancellation
export const cancelTitle = 'Cancel your subscription?';
export const disputedEndsNow = 'Your subscription ends now. We won’t charge you again.';
export const unpaidEndsNow = 'Your subscription ends now, and you don’t have to pay the outstanding amount.';
export const youLose = 'You’ll lose:';
export const loseAtEnd = 'When your access ends, you’ll lose:';
export const loseAfter = (end: ReactNode) => (
  <>
    <span>You keep access until </span>
    {end}
    <span>. After that, you’ll lose:</span>
  </>
);
export const lostFeatures = [
  'Unlimited translations',
  'Premium speech recognition',
  'High-quality audio synthesis',
  'Translation history',
];
export const historyStays = 'Your existing history stays available. New translations won’t be added.';
export const reasonLabel = 'Why are you cancelling? (optional)';
export const noReason = 'I’d rather not say';
export const reasons = {
  too_expensive: 'It costs too much',
  unused: 'I don’t use it enough',
  missing_features: 'It lacks something I need',
  low_quality: 'The translations or voices aren’t good enough',
  too_complex: 'It’s too complicated',
  switched_service: 'I use something else now',
  other: 'Another reason',
};
export const confirmCancel = 'Yes, Cancel';
export const keepSubscription = 'Keep Subscription';

// Results of actions
export const cancelledTitle = 'Subscription Cancelled';
export const cancelledAtOnce = 'Your subscription has ended. We won’t charge you again.';
export const cancelledForLater =
  "Your subscription has been cancelled. You'll retain access until the end of your billing period.";
export const cancelFailed = 'Cancellation Failed';
export const reactivatedTitle = 'Subscription Reactivated';
export const reactivated = 'Your subscription has been reactivated successfully.';
export const reactivateFailed = 'Reactivation Failed';
export const openFailed = 'Couldn’t Open Payment Page';
export const unknownFailure = 'Something went wrong. Please try again.';
export const onlyOneCharge = 'You won’t be charged twice.';
export const sessionExpired = 'Session Expired';
export const logInAgain = 'Please log in again to continue.';

// Help
export const needHelp = 'Need Help?';
export const support = 'Billing support';
export const supportText = (address: ReactNode) => (
  <>
    <span>Questions about charges, cards or invoices? Email </span>
    {address}
    <span>. For a company name or VAT number on invoices, open ‘Payment method and invoices’.</span>
  </>
);
export const changePlan = 'Changing plans';
export const changePlanText =
  'Switch between monthly and yearly under Subscription Actions: you see the amount first. Or cancel your subscription, then choose the other plan once your access ends.';
export const yourHistory = 'Your history';
export const yourHistoryText =
  'Your translation history stays accessible after you cancel. You can still read, search and delete it.';

// Both subscription pages
export const premiumHeading = 'Parley Premium';
export const loadingPlans = 'Loading plans…';
export const plansFailed = 'We couldn’t load the plans. Check your connection and try again.';
export const tryAgain = 'Try again';
export const tryingAgain = 'Trying again…';
export const loadingSubscription = 'Loading your subscription…';
export const checkingPayment = 'Checking your payment…';
export const paymentSucceeded = 'Your payment went through. Thank you.';
export const paymentSlow =
  'Your payment hasn’t gone through yet. After a card change, this can take a few minutes.';
export const checkAgain = 'Check again';
export const subscriptionFailedTitle = 'Unable to Load Subscription';
export const subscriptionFailed = 'There was an error loading your subscription details.';
export const returnHome = 'Return Home';

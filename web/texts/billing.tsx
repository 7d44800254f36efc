import type { ReactNode } from 'react';
import { limits } from '../../shared/limits.ts';
import { type PlanId, trialDays } from '../../shared/plans.ts';
import { t } from '../language/message.ts';
import { type RichParts, rich } from '../language/rich.ts';
import { joinSentences } from '../language/sentences.ts';

// Plans
export const planTexts: Readonly<
  Record<PlanId, { readonly name: string; readonly label?: string; readonly features: readonly string[] }>
> = {
  parley_monthly: {
    name: t('Premium Monthly'),
    features: [
      t('Unlimited translations'),
      t('All 11+ languages'),
      t('Voice recognition'),
      t('Speech synthesis'),
      t('Priority support'),
    ],
  },
  parley_annual: {
    name: t('Premium Annual'),
    label: t('Save 17%'),
    features: [
      t('Everything in Monthly'),
      t('2 months free'),
      t('Advanced features first'),
      t('Premium support'),
    ],
  },
};
/** `$4.99/month` */
export const perInterval = (price: string, interval: string) =>
  t('{interval, select, year {{price}/year} other {{price}/month}}', { price, interval });
/** After a price in large letters. */
export const slashInterval = (interval: string) =>
  t('{interval, select, year {/year} other {/month}}', { interval });
export const premiumSummary = t('Unlimited translations, our best voices, searchable history.');
export const monthlyEquivalent = (amount: string) => t('About {amount} a month, billed yearly', { amount });
export const billedMonthly = t('Billed monthly');
export const choosing = t('One moment…');
export const trialAssurance = t('Cancel within {trialDays} days and pay nothing', { trialDays });
export const assurances = [
  t('Your card number goes to Stripe, never to Parley'),
  t('Keep your free account if you cancel'),
];
/** From `shared/ceilings.ts`, which counts each spoken character twice: for the audio, and for the times of its words. */
export const fairUse = t(
  'Fair use per day: 60,000 characters of text (about 30 pages), 1 hour of voice input and 12,500 characters read aloud. Per month: 400,000 characters (about 200 pages), 3 hours and 100,000 characters. A free trial includes 70,000 characters of text (about 35 pages), 1 hour of voice input and 17,500 characters read aloud.',
);

export const termsLink = t('terms of service');
export const refundsLink = t('get your money back');
export const legalNote = (terms: ReactNode, refunds: ReactNode) =>
  rich(
    t(
      'Premium begins at once, and you accept the <terms/>. You can withdraw within 14 days of a payment and <refunds/>.',
    ),
    { terms, refunds },
  );

// Premium card
export const premiumActive = t('Premium Active');
export const premium = t('Premium');
export const paymentFailed = t('Payment Failed');
export const paymentDisputed = t('Payment Disputed');
export const paymentUnconfirmed = t('Confirm Your Payment');
export const paymentFailedText = t(
  'Your last payment didn’t go through. Update your card and we’ll try again. There’s no need to subscribe again.',
);
export const paymentUnconfirmedText = t(
  'Your bank wants you to confirm your last payment. There’s no need to subscribe again.',
);
export const paymentDisputedText = t(
  'One of your payments is disputed. Premium is paused until your bank decides, and we won’t charge you in the meantime.',
);
export const premiumUntil = (end?: string) =>
  end === undefined
    ? t(
        'You’ve cancelled. You’ll keep Premium until the end of your billing period and can reactivate it any time before then.',
      )
    : t('You’ve cancelled. You’ll keep Premium until {end} and can reactivate it any time before then.', {
        end,
      });
export const unlimited = t('Translate as much as you like.');
export const trialEndsSoon = t('Your Trial Ends Soon');
export const trialEndsOn = (end: string, amount?: string) =>
  amount === undefined
    ? t('Your free trial ends on {end}. After that, we’ll charge your card unless you cancel first.', { end })
    : t('Your free trial ends on {end}. After that, we’ll charge {amount} unless you cancel first.', {
        end,
        amount,
      });
export const renewsOn = (date: string, amount?: string) =>
  amount
    ? t('It renews on {date} for {amount}.', { date, amount })
    : t('It renews on {date}; we couldn’t get the amount from Stripe.', { date });
export const manageSubscription = t('Manage Subscription');
export const startTranslating = t('Start translating');

// Current subscription
export const currentSubscription = t('Current Subscription');
export const statusPrefix = t('Status: ');
export const statusFree = t('Free');
export const statusTrialing = t('Free Trial');
export const statusActive = t('Active');
export const statusCanceled = t('Cancelled');
export const statusPastDue = t('Past Due');
export const freePlan = t('Free Plan');
export const amountDue = (amount: string) => t('{amount} due', { amount });
export const statusSentences = {
  free: t('You have {free} free translations a day. Premium has no limit.', {
    free: limits.translations.free,
  }),
  trialing: t('You have full access during your trial.'),
  active: t('Premium renews until you cancel.'),
  canceled: t('You’ll keep Premium until your access ends. We won’t charge you again.'),
};
export const unpaidPremium = t('Your last payment didn’t go through. You still have Premium for now.');
export const unpaidPaused = t('Your last payment didn’t go through. Premium is paused until you pay.');
export const unconfirmedPremium = t(
  'Your bank wants you to confirm your last payment. You still have Premium for now.',
);
export const unconfirmedPaused = t(
  'Your bank wants you to confirm your last payment. Premium is paused until you do.',
);
export const trialEnds = t('Trial Ends');
export const nextBilling = t('Next Billing');
export const amountMissing = t('We couldn’t get the amount from Stripe.');
export const accessEnds = t('Access Ends');
export const trialNotice = (end: string | null, amount: string | undefined) => {
  const ends = end
    ? t('Your {trialDays}-day trial ends on {end}.', { trialDays, end })
    : t('Your {trialDays}-day trial ends.', { trialDays });
  const charge = amount
    ? t('Your saved payment method will be charged {amount} unless you cancel before then.', { amount })
    : t('Your saved payment method will be charged unless you cancel before then.');
  return joinSentences(ends, charge);
};
export const cancelledNotice = (isTrial: boolean, end: string | undefined) =>
  joinSentences(
    isTrial ? t('Your trial is cancelled.') : t('Your subscription is cancelled.'),
    end ? t('You keep access until {end}.', { end }) : undefined,
    t('After that you’ll be on the Free Plan.'),
  );

// Actions
export const subscriptionActions = t('Subscription Actions');
export const trialUpgradeText = t('Translate without limits, starting with a {trialDays}-day free trial.', {
  trialDays,
});
export const upgradeToPremium = t('Translate without limits, with Premium voices and history.');
export const trialCancelText = t('Cancel during the trial and you won’t be charged.');
export const cancelAnyTime = (end?: string) =>
  end
    ? t('You can cancel at any time and keep access until {end}.', { end })
    : t('You can cancel at any time.');
export const reactivateText = (amount: string | undefined, end: string | undefined) => {
  const charge = amount && end ? t('Your next charge is on {end}: {amount}.', { end, amount }) : undefined;
  return joinSentences(t('Changed your mind? Reactivate to keep your subscription.'), charge);
};
export const withdrawDispute = t(
  'To get Premium back, ask your bank to withdraw the dispute. Or cancel and pay nothing more.',
);
export const payToKeepPremium = t('Update your payment method to keep Premium, or cancel and pay nothing.');
export const payToRegainPremium = t(
  'Update your payment method to get Premium back, or cancel and pay nothing.',
);
export const confirmOnStripe = t(
  'Confirm it on Stripe’s page, then come back here. Or use another card, or cancel and pay nothing.',
);
export const confirmPayment = t('Confirm Payment');
export const updatePayment = t('Update Payment');
export const openInvoices = t('Payment method and invoices');
export const opening = t('Opening…');
export const upgrade = t('Upgrade Now');
export const cancel = t('Cancel Subscription');
export const cancelling = t('Cancelling…');
export const reactivate = t('Reactivate');
export const reactivating = t('Reactivating…');

// Change of plan
export const switchTo = { month: t('Switch to monthly'), year: t('Switch to yearly') };
export const switchTitle = (plan: string) => t('Switch to {plan}?', { plan });
export const loadingOffer = t('Asking Stripe for the amount…');
export const offerFailed = t('We couldn’t get the amount from Stripe. Nothing was charged. Try again.');
export const unusedTime = t('Unused time on your current plan');
export const dueToday = t('Due today');
export const creditLeft = t('Your credit');
export const thenRenews = (date: string, amount: string, interval: string) =>
  t(
    '{interval, select, year {Then {amount} every year from {date}, until you cancel.} other {Then {amount} every month from {date}, until you cancel.}}',
    { date, amount, interval },
  );
export const trialGoesOn = (date: string, amount: string, interval: string) =>
  t(
    '{interval, select, year {Your trial goes on until {date}. Then {amount} every year, until you cancel.} other {Your trial goes on until {date}. Then {amount} every month, until you cancel.}}',
    { date, amount, interval },
  );
export const creditPaysFirst = t('We use your credit before we charge your card.');
export const switchPlan = t('Switch plan');
export const payAndSwitch = (amount: string) => t('Pay {amount} and switch', { amount });
export const switching = t('Switching…');
export const keepPlan = t('Keep my plan');
export const switchedTitle = t('Plan Changed');
export const switched = (plan: string) => t('You now have {plan}.', { plan });
export const switchFailed = t('Plan Not Changed');

// Cancellation
export const cancelTitle = t('Cancel your subscription?');
export const disputedEndsNow = t('Your subscription ends now. We won’t charge you again.');
export const unpaidEndsNow = t(
  'Your subscription ends now, and you don’t have to pay the outstanding amount.',
);
export const youLose = t('You’ll lose:');
export const loseAtEnd = t('When your access ends, you’ll lose:');
export const loseAfter = (end: string, parts: RichParts) =>
  rich(t('You keep access until <date>{end}</date>. After that, you’ll lose:', { end }), parts);
export const lostFeatures = [
  t('Unlimited translations'),
  t('Premium speech recognition'),
  t('High-quality audio synthesis'),
  t('Translation history'),
];
export const historyStays = t(
  'Nothing is deleted: your history keeps what is in it now, but new translations won’t be added.',
);
export const reasonLabel = t('Why are you cancelling? (optional)');
export const noReason = t('I’d rather not say');
export const reasons = {
  too_expensive: t('It costs too much'),
  unused: t('I don’t use it enough'),
  missing_features: t('It lacks something I need'),
  low_quality: t('The translations or voices aren’t good enough'),
  too_complex: t('It’s too complicated'),
  switched_service: t('I use something else now'),
  other: t('Another reason'),
};
export const confirmCancel = t('Yes, Cancel');
export const keepSubscription = t('Keep Subscription');

// Results of actions
export const cancelledTitle = t('Subscription Cancelled');
export const cancelledAtOnce = t('Your subscription has ended. We won’t charge you again.');
export const cancelledForLater = t(
  "Your subscription has been cancelled. You'll retain access until the end of your billing period.",
);
export const cancelFailed = t('Cancellation Failed');
export const reactivatedTitle = t('Subscription Reactivated');
export const reactivated = t('Your subscription has been reactivated successfully.');
export const reactivateFailed = t('Reactivation Failed');
export const openFailed = t('Couldn’t Open Payment Page');
export const unknownFailure = t('Something went wrong. Please try again.');
export const onlyOneCharge = t('You won’t be charged twice.');
export const sessionExpired = t('Session Expired');
export const logInAgain = t('Please log in again to continue.');

// Help
export const needHelp = t('Need Help?');
export const support = t('Billing support');
export const supportText = (address: ReactNode) =>
  rich(
    t(
      'Questions about charges, cards or invoices? Email <address/>. For a company name or VAT number on invoices, open ‘Payment method and invoices’.',
    ),
    { address },
  );
export const changePlan = t('Changing plans');
export const changePlanText = t(
  'Switch between monthly and yearly under Subscription Actions: you see the amount first. Or cancel your subscription, then choose the other plan once your access ends.',
);
export const yourHistory = t('Your history');
export const yourHistoryText = t(
  'Your translation history stays accessible after you cancel. You can still read, search and delete it.',
);

// Both subscription pages
export const premiumHeading = t('Parley Premium');
export const loadingPlans = t('Loading plans…');
export const plansFailed = t('We couldn’t load the plans. Check your connection and try again.');
export const tryAgain = t('Try again');
export const tryingAgain = t('Trying again…');
export const loadingSubscription = t('Loading your subscription…');
export const checkingPayment = t('Checking your payment…');
export const paymentSucceeded = t('Your payment went through. Thank you.');
export const paymentSlow = t(
  'Your payment hasn’t gone through yet. After a card change, this can take a few minutes.',
);
export const checkAgain = t('Check again');
export const subscriptionFailedTitle = t('Unable to Load Subscription');
export const subscriptionFailed = t('There was an error loading your subscription details.');
export const returnHome = t('Return Home');

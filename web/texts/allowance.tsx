import type { ReactNode } from 'react';
import { limits } from '../../shared/limits.ts';
import { trialDays } from '../../shared/plans.ts';

// Remaining translations
export const countOf = (count: number, limit: number) => `${count} of ${limit}`;
export const countLeft = (count: number, limit: number) => `${countOf(count, limit)} left`;
export const countLeftToday = (count: number, limit: number) => `${countLeft(count, limit)} today`;
export const unlimited = 'Unlimited';
export const runningLow = (count: number) =>
  `${count} free ${count === 1 ? 'translation' : 'translations'} left today`;
export const noneLeft = 'No free translations left. See options.';
export const timeToday = (time: string) => `${time} today`;
export const timeTomorrow = (time: string) => `${time} tomorrow`;

// Guest banner
export const guestTranslations = 'Guest translations';
export const guestAllowance = `You have ${limits.translations.guest} free translations.`;
export const freeTranslations = ' free translations';
export const guestLeft = (count: ReactNode, unit: ReactNode) => (
  <>
    {count}
    {unit}
    <span> left. </span>
  </>
);
export const signUpFor = `Sign up for ${limits.translations.free}`;
export const freePerDay = `${freeTranslations} per day`;

// Limit dialog
export const guestLimitTitle = 'You’ve used your guest translations';
export const guestLimitText = (used: number) =>
  `You've used ${used} of ${limits.translations.guest} guest translations. Create an account to get ${limits.translations.free} free translations per day. Your text will be here when you return.`;
export const createAccount = 'Create Free Account';
export const userLimitTitle = 'You’ve reached today’s limit';
export const userLimitText = (limit: number) => `You've used all ${limit} free translations today.`;
export const premiumUnlimited = 'Premium has no limit.';
export const translateAgainAt = (time: string) => `You can translate again at ${time}.`;
export const subscribe = 'Subscribe Now';
export const notNow = 'Not Now';

// Usage
export const loadFailed = 'We couldn’t load your usage. You can still translate.';
export const tryAgain = 'Try again';
export const tryingAgain = 'Trying again…';
export const translations = 'translations';
export const translationsUsed = 'translations used';
export const translationsUsedToday = 'translations used today';
export const meterLabel = (figure: string) => `Translations used: ${figure}`;
export const guestOffer = `Sign up to get ${limits.translations.free} free translations per day.`;
const fairUseParts = { text: 'text', voice: 'voice input', reading: 'reading aloud' };
export const fairUseLeft = (part: keyof typeof fairUseParts, percent: number, date: string) =>
  percent === 0
    ? `Your ${fairUseParts[part]} is used up until ${date}.`
    : `${percent}% of your ${fairUseParts[part]} is left until ${date}.`;
export const resetsAt = (time: string) => `Resets at ${time}.`;
export const tryPremium = `Try Premium free for ${trialDays} days`;
export const upgrade = 'Upgrade to Premium';
export const manageSubscription = 'Manage Subscription';

import { limits } from '../../shared/limits.ts';
import { trialDays } from '../../shared/plans.ts';
import { t } from '../language/message.ts';
import { type RichParts, rich } from '../language/rich.ts';

// Remaining translations
export const countOf = (count: number, limit: number) => t('{count} of {limit}', { count, limit });
export const countLeft = (count: number, limit: number) => t('{count} of {limit} left', { count, limit });
export const countLeftToday = (count: number, limit: number) =>
  t('{count} of {limit} left today', { count, limit });
export const unlimited = t('Unlimited');
export const runningLow = (count: number) =>
  t('{count, plural, one {# free translation left today} other {# free translations left today}}', { count });
export const noneLeft = t('No free translations left. See options.');
export const timeToday = (time: string) => t('{time} today', { time });
export const timeTomorrow = (time: string) => t('{time} tomorrow', { time });

// Guest banner
export const guestTranslations = t('Guest translations');
export const guestAllowance = t('You have {guest} free translations.', { guest: limits.translations.guest });

export const guestLeft = (count: number, limit: number, parts: RichParts) =>
  rich(
    t('<figure>{count} of {limit}</figure><unit> free translations</unit> left. ', { count, limit }),
    parts,
  );
export const signUpFor = (parts: RichParts) =>
  rich(
    t('Sign up for {free}<unit> free translations per day</unit>', { free: limits.translations.free }),
    parts,
  );

// Limit dialog
export const guestLimitTitle = t('You’ve used your guest translations');
export const guestLimitText = (used: number) =>
  t(
    "You've used {used} of {guest} guest translations. Create an account to get {free} free translations per day. Your text will be here when you return.",
    { used, guest: limits.translations.guest, free: limits.translations.free },
  );
export const createAccount = t('Create Free Account');
export const userLimitTitle = t('You’ve reached today’s limit');
export const userLimitText = (limit: number) =>
  t("You've used all {limit} free translations today.", { limit });
export const premiumUnlimited = t('Premium has no limit.');
export const translateAgainAt = (time: string) => t('You can translate again at {time}.', { time });
export const subscribe = t('Subscribe Now');
export const notNow = t('Not Now');

// Usage
export const loadFailed = t('We couldn’t load your usage. You can still translate.');
export const tryAgain = t('Try again');
export const tryingAgain = t('Trying again…');
export const unlimitedTranslations = (parts: RichParts) =>
  rich(t('<figure>Unlimited</figure><unit> translations</unit>'), parts);
export const translationsUsed = (figure: string, parts: RichParts) =>
  rich(t('<figure>{figure}</figure><unit> translations used</unit>', { figure }), parts);
export const translationsUsedToday = (figure: string, parts: RichParts) =>
  rich(t('<figure>{figure}</figure><unit> translations used today</unit>', { figure }), parts);
export const meterLabel = (figure: string) => t('Translations used: {figure}', { figure });
export const guestOffer = t('Sign up to get {free} free translations per day.', {
  free: limits.translations.free,
});

export const fairUseLeft = (part: 'text' | 'voice' | 'reading', percent: number, date: string) =>
  percent === 0
    ? t(
        '{part, select, text {Your text is used up until {date}.} voice {Your voice input is used up until {date}.} other {Your reading aloud is used up until {date}.}}',
        { part, date },
      )
    : t(
        '{part, select, text {{percent}% of your text is left until {date}.} voice {{percent}% of your voice input is left until {date}.} other {{percent}% of your reading aloud is left until {date}.}}',
        { part, percent, date },
      );
export const resetsAt = (time: string) => t('Resets at {time}.', { time });
export const tryPremium = t('Try Premium free for {trialDays} days', { trialDays });
export const upgrade = t('Upgrade to Premium');
export const manageSubscription = t('Manage Subscription');

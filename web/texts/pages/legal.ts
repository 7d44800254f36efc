import { trialDays } from '../../../shared/plans.ts';
import { t } from '../../language/message.ts';

// Summaries: each sentence describes what the code does. `[words](address)` is a link.
export const privacySummary: readonly string[] = [
  t('Your browser or our servers turn your voice into text. We keep no recordings.'),
  t(
    'Your translations are kept in your own browser until you remove them. Premium also keeps them in your account, where only you can read them. In private mode they are not saved anywhere.',
  ),
  t('You do not need an account. If you create one, we store your name and email address.'),
  t('We show no advertising, allow no tracking by third parties, and never sell your data.'),
  t('You can download what we hold about you, and delete your account, at any time.'),
];
export const termsSummary = (monthly: string, annual: string): readonly string[] => [
  t('Parley is free with a daily limit. Premium costs {monthly} a month or {annual} a year, tax included.', {
    monthly,
    annual,
  }),
  t('The free trial lasts {trialDays} days. Cancel before it ends, and you pay nothing.', { trialDays }),
  t('Premium renews until you cancel. You cancel with two presses, and keep what you have paid for.'),
  t('You can have your money back within 14 days of a payment. See [refunds](/refunds).'),
];
export const refundsSummary: readonly string[] = [
  t('Write to us within 14 days of a payment, and you get all of it back. You need no reason.'),
  t('This includes your right to withdraw as a consumer in the European Union and the United Kingdom.'),
  t('A refund goes to the card that paid. Premium then ends at once.'),
];
/** Not shown in English. */
export const englishIsBinding = t(
  'This summary is a translation. The document below is in English, and the English text is binding.',
);

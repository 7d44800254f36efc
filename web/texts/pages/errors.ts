import type { ErrorCode } from '../../../shared/api/error-codes.ts';
import { t } from '../../language/message.ts';

// Errors of the server. In English the server's own texts are shown, which say more.
export const refusals: Readonly<Record<ErrorCode, string>> = {
  invalid_request: t('Parley couldn’t read this request. Reload the page and try again.'),
  unauthenticated: t('You’re not logged in. Please log in to continue.'),
  session_expired: t('Your session has ended. Please log in again to continue.'),
  account_deleted: t('This account was deleted. Sign up again, or continue as a guest.'),
  cross_site: t('This request didn’t come from Parley. Open Parley and try again.'),
  forbidden: t('You don’t have access to this.'),
  premium_required: t('This is part of Premium. Upgrade to use it.'),
  not_found: t('Parley couldn’t find this. Reload the page.'),
  method_not_allowed: t('Parley couldn’t read this request. Reload the page and try again.'),
  conflict: t('Something has changed in the meantime. Reload the page to continue.'),
  idempotency_key_reused: t('Something went wrong with this request. Please try again.'),
  too_far_ahead: t('Something went wrong with this request. Please try again.'),
  too_large: t('This is too long. Shorten it, or split it into parts.'),
  unsupported_media_type: t('Parley can’t read this recording. Please type the text instead.'),
  unsupported_language_pair: t(
    'Parley can’t translate between these languages. This didn’t count toward your limit. Choose another language.',
  ),
  unsupported_language: t('Parley can’t recognise or speak this language.'),
  language_unclear: t(
    'We couldn’t tell what language this is. This didn’t count toward your limit. Write a little more, or choose the language.',
  ),
  code_refused: t('You can’t use this code. Check its spelling, or continue without it.'),
  guest_limit_reached: t('You’ve used your guest translations. Sign up for free to translate more.'),
  daily_limit_reached: t('You’ve used today’s free translations. Upgrade to Premium, or come back tomorrow.'),
  rate_limited: t('A limit was reached. Please try again later.'),
  too_many_streams: t('Too many recordings are running at once. Please try again in a moment.'),
  internal: t('Something went wrong on our side. Please try again.'),
  provider_failed: t('The service failed. Please try again.'),
  payments_unavailable: t('Payments aren’t available right now. Nothing was charged. Try again later.'),
  provider_timeout: t('The service took too long. Please try again.'),
};
/** A limit was reached. @param moment such as “in 5 minutes” */
export const limitUntil = (moment: string) =>
  t('A limit was reached. Please try again {moment}.', { moment });

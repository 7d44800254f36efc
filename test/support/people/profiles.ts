import type { ProfileItem, Subscription } from '../../../functions/tables/users.ts';
import type { Settings } from '../../../shared/settings.ts';

/** None is the default. */
export const otherSettings: Settings = {
  speechRate: 14,
  autoPlay: false,
  micSensitivity: 9,
  defaultSourceLang: 'fr',
  defaultTargetLang: 'ja',
  theme: 'dark',
  textSize: 130,
  interfaceLanguage: 'ja',
};

/** A Premium user's. */
export const monthly: Subscription = {
  status: 'active',
  isPremium: true,
  plan: 'parley_monthly',
  trialEndsAt: null,
  endsAt: '2099-01-01T00:00:00.000Z',
};

/** The profile of a new user in the table `users`. */
export function profileOf(id: string, extra: Partial<ProfileItem> = {}): ProfileItem {
  return {
    pk: `USER#${id}`,
    sk: 'PROFILE',
    kind: 'user',
    createdAt: new Date().toISOString(),
    email: `${id}@parley.example`,
    firstName: 'Ada',
    lastName: 'Lovelace',
    ...extra,
  };
}

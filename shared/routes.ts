export interface Route {
  readonly path: string;
  readonly page: string;
  readonly title: string;
  readonly access: 'all' | 'user';
}

/** Any other address is the 404 page. */
export const routes = [
  { path: '/', page: 'translator', title: 'Voice and text translator', access: 'all' },
  { path: '/speech-translator', page: 'translator', title: 'Voice and text translator', access: 'all' },
  { path: '/landing', page: 'landing', title: 'Voice and text translator for travellers', access: 'all' },
  { path: '/android-setup', page: 'android-setup', title: 'Android setup', access: 'all' },
  { path: '/privacy-policy', page: 'privacy-policy', title: 'Privacy policy', access: 'all' },
  { path: '/terms', page: 'terms', title: 'Terms of service', access: 'all' },
  { path: '/refunds', page: 'refunds', title: 'Refunds and withdrawal', access: 'all' },
  { path: '/subscription', page: 'subscription', title: 'Subscription', access: 'user' },
  { path: '/subscribe', page: 'subscription', title: 'Subscription', access: 'user' },
  {
    path: '/subscription-management',
    page: 'subscription-management',
    title: 'Manage subscription',
    access: 'user',
  },
  { path: '/analytics', page: 'analytics', title: 'User analytics', access: 'user' },
  {
    path: '/performance',
    page: 'performance',
    title: 'Performance dashboard',
    access: 'user',
  },
] as const satisfies Route[];

export type Page = (typeof routes)[number]['page'];

export type RoutePath = (typeof routes)[number]['path'];

/** Pages that may load Stripe. A loaded page keeps its Content-Security-Policy, so links to these do a full load. */
export const stripePaths = [
  '/subscription',
  '/subscribe',
  '/subscription-management',
] as const satisfies RoutePath[];

export function isStripePath(path: string): boolean {
  return stripePaths.some((each) => each === path);
}

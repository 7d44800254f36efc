export interface Route {
  readonly path: string;
  readonly page: string;
  readonly access: 'all' | 'user';
}

/** Any other address is the 404 page. */
export const routes = [
  { path: '/', page: 'translator', access: 'all' },
  { path: '/speech-translator', page: 'translator', access: 'all' },
  { path: '/landing', page: 'landing', access: 'all' },
  { path: '/android-setup', page: 'android-setup', access: 'all' },
  { path: '/privacy-policy', page: 'privacy-policy', access: 'all' },
  { path: '/terms', page: 'terms', access: 'all' },
  { path: '/refunds', page: 'refunds', access: 'all' },
  { path: '/status', page: 'status', access: 'all' },
  { path: '/subscription', page: 'subscription', access: 'user' },
  { path: '/subscribe', page: 'subscription', access: 'user' },
  {
    path: '/subscription-management',
    page: 'subscription-management',
    access: 'user',
  },
  { path: '/analytics', page: 'analytics', access: 'user' },
  {
    path: '/performance',
    page: 'performance',
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

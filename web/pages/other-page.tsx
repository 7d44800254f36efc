import { useEffect } from 'react';
import type { routes } from '../../shared/routes.ts';
import { SignedInOnly } from '../auth/signed-in-only.tsx';
import { useOnline } from '../browser/online.ts';
import { Later, LoadFailed, partOf } from '../components/later.tsx';
import { Message } from './message.tsx';
import { NotFoundPage } from './not-found-page.tsx';

const androidSetupPage = partOf(() =>
  import('./android-setup-page.tsx').then((module) => module.AndroidSetupPage),
);
const privacyPolicyPage = partOf(() =>
  import('./privacy-policy-page.tsx').then((module) => module.PrivacyPolicyPage),
);
const partsForUsers = {
  subscription: partOf(() => import('./subscription-page.tsx').then((module) => module.SubscriptionPage)),
  'subscription-management': partOf(() =>
    import('./subscription-management-page.tsx').then((module) => module.SubscriptionManagementPage),
  ),
  analytics: partOf(() => import('./analytics-page.tsx').then((module) => module.AnalyticsPage)),
  performance: partOf(() => import('./performance-page.tsx').then((module) => module.PerformancePage)),
};

/** One part, so that the first load names no other page. @param route undefined for an unknown address */
export function OtherPage({ route }: { route: OtherRoute | undefined }) {
  if (!route) return <NotFoundPage />;
  if (route.page === 'android-setup') return <Later part={androidSetupPage} props={{}} failed={<Failed />} />;
  if (route.page === 'privacy-policy')
    return <Later part={privacyPolicyPage} props={{}} failed={<Failed />} />;
  return <PageForUsers route={route} key={route.page} />;
}

type OtherRoute = Exclude<(typeof routes)[number], { page: 'translator' | 'landing' }>;
type RouteForUsers = Extract<OtherRoute, { access: 'user' }>;

function PageForUsers({ route }: { route: RouteForUsers }) {
  useEffect(() => {
    partsForUsers[route.page].load().catch(() => {});
  }, [route.page]);
  return (
    <SignedInOnly path={route.path}>
      <SignedInPage route={route} />
    </SignedInOnly>
  );
}

function SignedInPage({ route }: { route: RouteForUsers }) {
  switch (route.page) {
    case 'subscription':
      return <Later part={partsForUsers.subscription} props={{ path: route.path }} failed={<Failed />} />;
    case 'subscription-management':
      return <Later part={partsForUsers['subscription-management']} props={{}} failed={<Failed />} />;
    case 'analytics':
      return <Later part={partsForUsers.analytics} props={{}} failed={<Failed />} />;
    case 'performance':
      return <Later part={partsForUsers.performance} props={{}} failed={<Failed />} />;
  }
}

/** Some pages do not work offline. */
function Failed() {
  if (useOnline()) return <LoadFailed />;
  return (
    <Message above="Offline" heading="You’re offline">
      This page needs a connection. It will load when you’re back online.
    </Message>
  );
}

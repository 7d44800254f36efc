import { useEffect } from 'react';
import type { routes } from '../../shared/routes.ts';
import { SignedInOnly } from '../auth/signed-in-only.tsx';
import { useOnline } from '../browser/online.ts';
import { definePart, LazyPart, LoadFailed } from '../components/lazy-part.tsx';
import { MessagePage } from './message-page.tsx';
import { NotFoundPage } from './not-found-page.tsx';

const androidSetupPage = definePart(() =>
  import('./android-setup-page.tsx').then((module) => module.AndroidSetupPage),
);
const privacyPolicyPage = definePart(() =>
  import('./privacy-policy-page.tsx').then((module) => module.PrivacyPolicyPage),
);
const partsForUsers = {
  subscription: definePart(() => import('./subscription-page.tsx').then((module) => module.SubscriptionPage)),
  'subscription-management': definePart(() =>
    import('./subscription-management-page.tsx').then((module) => module.SubscriptionManagementPage),
  ),
  analytics: definePart(() => import('./analytics-page.tsx').then((module) => module.AnalyticsPage)),
  performance: definePart(() => import('./performance-page.tsx').then((module) => module.PerformancePage)),
};

/** A part, so that the first load names no other page. @param route undefined for an unknown address */
export function OtherPage({ route }: { route: OtherRoute | undefined }) {
  if (!route) return <NotFoundPage />;
  if (route.page === 'android-setup')
    return <LazyPart part={androidSetupPage} props={{}} failed={<Failed />} />;
  if (route.page === 'privacy-policy')
    return <LazyPart part={privacyPolicyPage} props={{}} failed={<Failed />} />;
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
      return <LazyPart part={partsForUsers.subscription} props={{ path: route.path }} failed={<Failed />} />;
    case 'subscription-management':
      return <LazyPart part={partsForUsers['subscription-management']} props={{}} failed={<Failed />} />;
    case 'analytics':
      return <LazyPart part={partsForUsers.analytics} props={{}} failed={<Failed />} />;
    case 'performance':
      return <LazyPart part={partsForUsers.performance} props={{}} failed={<Failed />} />;
  }
}

/** Some pages do not work offline. */
function Failed() {
  if (useOnline()) return <LoadFailed />;
  return (
    <MessagePage eyebrow="Offline" heading="You’re offline">
      This page needs a connection. It will load when you’re back online.
    </MessagePage>
  );
}

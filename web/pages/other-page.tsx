import { useEffect } from 'react';
import type { RoutePath, routes } from '../../shared/routes.ts';
import { SignedInOnly } from '../auth/signed-in-only.tsx';
import { useOnline } from '../browser/online.ts';
import { definePart, LazyPart, LoadFailed, type Part } from '../components/lazy-part.tsx';
import * as texts from '../texts/site.ts';
import { MessagePage } from './message-page.tsx';
import { NotFoundPage } from './not-found-page.tsx';

const pages: Record<OtherRoute['page'], Part<{ path: RoutePath }>> = {
  'android-setup': definePart(() =>
    import('./android-setup-page.tsx').then((module) => module.AndroidSetupPage),
  ),
  'privacy-policy': definePart(() =>
    import('./privacy-policy-page.tsx').then((module) => module.PrivacyPolicyPage),
  ),
  subscription: definePart(() => import('./subscription-page.tsx').then((module) => module.SubscriptionPage)),
  'subscription-management': definePart(() =>
    import('./subscription-management-page.tsx').then((module) => module.SubscriptionManagementPage),
  ),
  analytics: definePart(() => import('./analytics-page.tsx').then((module) => module.AnalyticsPage)),
  performance: definePart(() => import('./performance-page.tsx').then((module) => module.PerformancePage)),
};

/** A part, so that the first load names no other page. @param route undefined for an unknown address */
export function OtherPage({ route }: { route: OtherRoute | undefined }) {
  return route ? <KnownPage key={route.page} route={route} /> : <NotFoundPage />;
}

type OtherRoute = Exclude<(typeof routes)[number], { page: 'translator' | 'landing' }>;

function KnownPage({ route: { page, path, access } }: { route: OtherRoute }) {
  const part = pages[page];
  // Loads the page while the session is checked.
  useEffect(() => void part.load().catch(() => {}), [part]);
  const content = <LazyPart part={part} props={{ path }} failed={<Failed />} />;
  return access === 'user' ? <SignedInOnly path={path}>{content}</SignedInOnly> : content;
}

/** Some pages do not work offline. */
function Failed() {
  if (useOnline()) return <LoadFailed />;
  return (
    <MessagePage eyebrow={texts.offline} heading={texts.offlineTitle}>
      {texts.loadsWhenOnline}
    </MessagePage>
  );
}

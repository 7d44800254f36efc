import type { routes } from '../../shared/routes.ts';
import { SignedInOnly } from '../auth/signed-in-only.tsx';
import { Later, partOf } from '../components/later.tsx';
import { NotFoundPage } from './not-found-page.tsx';
import { PlannedPage } from './planned-page.tsx';

const subscriptionPage = partOf(() =>
  import('./subscription-page.tsx').then((module) => module.SubscriptionPage),
);
const managementPage = partOf(() =>
  import('./subscription-management-page.tsx').then((module) => module.SubscriptionManagementPage),
);
const analyticsPage = partOf(() => import('./analytics-page.tsx').then((module) => module.AnalyticsPage));
const performancePage = partOf(() =>
  import('./performance-page.tsx').then((module) => module.PerformancePage),
);

/**
 * Every page but the translator and the landing page: one part, so that the first load names none of them.
 *
 * @param route without one there is nothing at the address
 */
export function OtherPage({ route }: { route: OtherRoute | undefined }) {
  if (!route) return <NotFoundPage />;
  if (route.access === 'all') return <PlannedPage title={route.title} />;
  return (
    <SignedInOnly path={route.path} key={route.page}>
      <SignedInPage route={route} />
    </SignedInOnly>
  );
}

type OtherRoute = Exclude<(typeof routes)[number], { page: 'translator' | 'landing' }>;

function SignedInPage({ route }: { route: Extract<OtherRoute, { access: 'user' }> }) {
  switch (route.page) {
    case 'subscription':
      return <Later part={subscriptionPage} props={{ path: route.path }} />;
    case 'subscription-management':
      return <Later part={managementPage} props={{}} />;
    case 'analytics':
      return <Later part={analyticsPage} props={{}} />;
    case 'performance':
      return <Later part={performancePage} props={{}} />;
  }
}

import { useEffect } from 'react';
import { useLocation } from 'react-router-dom';
import { isStripePath, type RoutePath, type routes } from '../../shared/routes.ts';
import { SignedInOnly } from '../auth/signed-in-only.tsx';
import { useOnline } from '../browser/online.ts';
import { defineLazy, Lazy, type LazyComponent, LoadFailed } from '../components/lazy.tsx';
import * as texts from '../texts/site.ts';
import { returnToTranslator } from './arrival.ts';
import { MessagePage } from './message-page.tsx';

const pages: Record<SecondaryRoute['page'], LazyComponent<{ path: RoutePath }>> = {
  'android-setup': defineLazy(() => import('./android-setup-page.tsx'), 'AndroidSetupPage'),
  'privacy-policy': defineLazy(() => import('./legal/privacy-policy-page.tsx'), 'PrivacyPolicyPage'),
  terms: defineLazy(() => import('./legal/terms-page.tsx'), 'TermsPage'),
  refunds: defineLazy(() => import('./legal/refunds-page.tsx'), 'RefundsPage'),
  status: defineLazy(() => import('./status-page.tsx'), 'StatusPage'),
  subscription: defineLazy(() => import('./subscription-page.tsx'), 'SubscriptionPage'),
  'subscription-management': defineLazy(
    () => import('./subscription-management-page.tsx'),
    'SubscriptionManagementPage',
  ),
  analytics: defineLazy(() => import('./analytics-page.tsx'), 'AnalyticsPage'),
  performance: defineLazy(() => import('./performance-page.tsx'), 'PerformancePage'),
};

/** Any page but the landing page and the translator. @param route undefined for an unknown URL */
export function SecondaryPage({ route }: { route: SecondaryRoute | undefined }) {
  useEffect(() => returnToTranslator, []);
  return route ? <KnownPage key={route.page} route={route} /> : <NotFoundPage />;
}

type SecondaryRoute = Exclude<(typeof routes)[number], { page: 'translator' | 'landing' }>;

function KnownPage({ route: { page, path, access } }: { route: SecondaryRoute }) {
  const component = pages[page];
  // Loads the page while the session is checked.
  useEffect(() => void component.load().catch(() => {}), [component]);
  useEffect(() => (isStripePath(path) ? bypassRouter() : undefined), [path]);
  const content = <Lazy component={component} props={{ path }} failed={<Failed />} />;
  return access === 'user' ? <SignedInOnly path={path}>{content}</SignedInOnly> : content;
}

/** Router links would keep Stripe's script and this page's security policy on other pages. */
function bypassRouter(): () => void {
  const bypass = (event: MouseEvent) => {
    if (event.target instanceof Element && event.target.closest('a')) event.stopPropagation();
  };
  document.addEventListener('click', bypass, { capture: true });
  return () => document.removeEventListener('click', bypass, { capture: true });
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

function NotFoundPage() {
  const { pathname } = useLocation();
  return (
    <>
      <meta name="robots" content="noindex" />
      <MessagePage eyebrow="404" heading={texts.notFoundTitle}>
        {texts.notFound(
          <bdi translate="no" className="wrap-anywhere font-medium text-ink">
            {shorten(pathname)}
          </bdi>,
        )}
      </MessagePage>
    </>
  );
}

function shorten(pathname: string): string {
  const characters = [...decode(pathname)];
  return characters.slice(0, maxCharacters).join('') + (characters.length > maxCharacters ? '…' : '');
}

function decode(pathname: string): string {
  try {
    return decodeURIComponent(pathname);
  } catch {
    return pathname;
  }
}

const maxCharacters = 60;

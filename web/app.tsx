import { QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { BrowserRouter, useLocation } from 'react-router-dom';
import { routes } from '../shared/routes.ts';
import { isBackFromPayment, shouldSkipLanding } from './auth/entry.ts';
import { HeaderAccount } from './auth/header-account.tsx';
import { useCanLoadExtras } from './browser/idle.ts';
import { saveBeforeLeaving } from './browser/leaving.ts';
import { Boundary } from './components/boundary.tsx';
import { defineLazy, Lazy } from './components/lazy.tsx';
import { PlainToasts } from './components/toasts/plain-toasts.tsx';
import { toasts } from './components/toasts/toasts.ts';
import { BrokenPage } from './pages/broken-page.tsx';
import { Frame } from './pages/frame.tsx';
import { TranslatorPage } from './pages/translator-page.tsx';
import { queryClient } from './queries.ts';
import * as texts from './texts/site.ts';

const secondaryPage = defineLazy(() => import('./pages/secondary-page.tsx'), 'SecondaryPage');
const activationBanner = defineLazy(
  () => import('./billing/purchase/activation-banner.tsx'),
  'ActivationBanner',
);
const overlays = defineLazy(() => import('./pages/overlays.tsx'), 'Overlays');

export function App() {
  return (
    <Boundary broken={<BrokenPage />} onBroken={keepText}>
      <QueryClientProvider client={queryClient}>
        <BrowserRouter>
          <Pages />
        </BrowserRouter>
        <LazyOverlays />
      </QueryClientProvider>
    </Boundary>
  );
}

/** Read before the banner removes it from the address. */
const hasPaid = isBackFromPayment();

/** A search, because the router's `useRoutes` would add its pattern matcher to the first load. */
function Pages() {
  const { pathname } = useLocation();
  const asked = pathname.toLowerCase().replace(/(.)\/+$/, '$1');
  const route = routes.find(({ path }) => path === asked);
  return (
    <Frame headerEnd={<HeaderAccount />} isWide={route?.page === 'translator'}>
      {hasPaid && <Lazy component={activationBanner} props={{}} failed={null} />}
      <Titled key={route?.page} title={route ? texts.pageTitles[route.page] : texts.notFoundTitle}>
        {route ? renderPage(route) : <Lazy component={secondaryPage} props={{ route }} />}
      </Titled>
    </Frame>
  );
}

function renderPage(route: SiteRoute): ReactNode {
  if (route.page === 'landing') return <Landing />;
  if (route.page !== 'translator') return <Lazy component={secondaryPage} props={{ route }} />;
  return route.path === '/' ? <Home /> : <TranslatorPage />;
}

type SiteRoute = (typeof routes)[number];

function Home() {
  return shouldSkipLanding() ? <TranslatorPage /> : <Landing />;
}

/** The landing page has its own document, which replaces this one in the history. */
function Landing() {
  useEffect(() => location.replace(location.pathname), []);
  return null;
}

function keepText(): void {
  saveBeforeLeaving('error');
}

function Titled({ title, children }: { title: string; children: ReactNode }) {
  useEffect(() => {
    document.title = `${title} · Parley`;
  }, [title]);
  return (
    <Boundary broken={<BrokenPage />} onBroken={keepText}>
      {children}
    </Boundary>
  );
}

/** Loads on the first interaction or toast. */
function LazyOverlays() {
  const canLoadExtras = useCanLoadExtras();
  const [isWanted, setWanted] = useState(toasts.get().length > 0);
  useEffect(() => toasts.subscribe(() => setWanted(true)), []);
  return (canLoadExtras || isWanted) && <Lazy component={overlays} props={{}} failed={<PlainToasts />} />;
}

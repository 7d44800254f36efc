import { QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { BrowserRouter, Navigate, useLocation, useRoutes } from 'react-router-dom';
import { routes } from '../shared/routes.ts';
import { hasEntered } from './auth/entrance.ts';
import { isSignedIn } from './auth/user.ts';
import { useIdle } from './components/idle.ts';
import { Later, partOf } from './components/later.tsx';
import { toasts } from './components/toasts.ts';
import { Frame } from './pages/frame.tsx';
import { TranslatorPage } from './pages/translator-page.tsx';
import { queryClient } from './queries.ts';

const landingPage = partOf(() => import('./pages/landing-page.tsx').then((module) => module.LandingPage));
const otherPage = partOf(() => import('./pages/other-page.tsx').then((module) => module.OtherPage));
const activationBanner = partOf(() =>
  import('./billing/activation-banner.tsx').then((module) => module.ActivationBanner),
);
const toaster = partOf(() => import('./components/toaster.tsx').then((module) => module.Toaster));

export function App() {
  return (
    <QueryClientProvider client={queryClient}>
      <BrowserRouter>
        <Frame>
          {isBackFromPayment && <Later part={activationBanner} props={{}} failed={null} />}
          <Pages />
        </Frame>
      </BrowserRouter>
      <Extras />
    </QueryClientProvider>
  );
}

/** Stripe's mark in the address, or what a reload keeps of it: `billing/returned.ts`. */
const isBackFromPayment = /setup_intent/.test(location.search + JSON.stringify(history.state));

function Pages() {
  return useRoutes(pages);
}

const pages = [
  ...routes.map((route) => ({
    path: route.path,
    element: <Titled title={route.title}>{pageOf(route)}</Titled>,
  })),
  {
    path: '*',
    element: (
      <Titled title="Page Not Found">
        <Later part={otherPage} props={{ route: undefined }} />
      </Titled>
    ),
  },
];

function pageOf(route: SiteRoute): ReactNode {
  if (route.page === 'landing') return <Landing />;
  if (route.page !== 'translator') return <Later part={otherPage} props={{ route }} />;
  return route.path === '/' ? <Home /> : <TranslatorPage />;
}

type SiteRoute = (typeof routes)[number];

/** The translator, for who has seen the landing page. */
function Home() {
  // Entering comes back to this address.
  useLocation();
  return hasEntered() ? <TranslatorPage /> : <LandingPage />;
}

function Landing() {
  if (isSignedIn()) return <Navigate to="/" replace />;
  return <LandingPage />;
}

/** It keeps its room while it comes. */
function LandingPage() {
  return (
    <div className="min-h-dvh">
      <Later part={landingPage} props={{}} />
    </div>
  );
}

function Titled({ title, children }: { title: string; children: ReactNode }) {
  useEffect(() => {
    document.title = `${title} · Parley`;
  }, [title]);
  return children;
}

/** What may come after the page: toasts when there is one or the page is idle, tooltips when it is idle. */
function Extras() {
  const isIdle = useIdle();
  const [isWanted, setWanted] = useState(toasts.get().length > 0);
  useEffect(() => toasts.subscribe(() => setWanted(true)), []);
  useEffect(() => {
    if (!isIdle) return;
    // Without its tooltip a button still has its name.
    import('./components/tooltips.ts').then(({ startTooltips }) => startTooltips()).catch(() => {});
  }, [isIdle]);
  return (isIdle || isWanted) && <Later part={toaster} props={{}} failed={null} />;
}

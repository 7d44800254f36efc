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
const plannedPage = partOf(() => import('./pages/planned-page.tsx').then((module) => module.PlannedPage));
const notFoundPage = partOf(() => import('./pages/not-found-page.tsx').then((module) => module.NotFoundPage));
const signedInOnly = partOf(() => import('./auth/signed-in-only.tsx').then((module) => module.SignedInOnly));
const toaster = partOf(() => import('./components/toaster.tsx').then((module) => module.Toaster));

export function App() {
  return (
    <QueryClientProvider client={queryClient}>
      <BrowserRouter>
        <Frame>
          <Pages />
        </Frame>
      </BrowserRouter>
      <Extras />
    </QueryClientProvider>
  );
}

function Pages() {
  return useRoutes(pages);
}

const pages = [
  ...routes.map((route) => ({
    path: route.path,
    element: <Titled title={route.title}>{guarded(route, pageOf(route))}</Titled>,
  })),
  {
    path: '*',
    element: (
      <Titled title="Page Not Found">
        <Later part={notFoundPage} props={{}} />
      </Titled>
    ),
  },
];

function guarded({ access, path }: SiteRoute, page: ReactNode): ReactNode {
  return access === 'user' ? <Later part={signedInOnly} props={{ path, children: page }} /> : page;
}

function pageOf(route: SiteRoute): ReactNode {
  if ('planned' in route) return <Later part={plannedPage} props={{ title: route.title }} />;
  if (route.page === 'landing') return <Landing />;
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

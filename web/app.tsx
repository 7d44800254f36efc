import { QueryClientProvider } from '@tanstack/react-query';
import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react';
import { BrowserRouter, Route, Routes } from 'react-router-dom';
import { routes } from '../shared/routes.ts';
import { useIdle } from './components/idle.ts';
import { toasts } from './components/toasts.ts';
import { Frame } from './pages/frame.tsx';
import { TranslatorPage } from './pages/translator-page.tsx';
import { queryClient } from './queries.ts';

const PlannedPage = lazy(async () => ({ default: (await import('./pages/planned-page.tsx')).PlannedPage }));
const NotFoundPage = lazy(async () => ({
  default: (await import('./pages/not-found-page.tsx')).NotFoundPage,
}));
const Toaster = lazy(async () => ({ default: (await import('./components/toaster.tsx')).Toaster }));

export function App() {
  return (
    <QueryClientProvider client={queryClient}>
      <BrowserRouter>
        <Frame>
          <Suspense>
            <Routes>
              {routes.map((route) => (
                <Route
                  key={route.path}
                  path={route.path}
                  element={
                    <Titled title={route.title}>
                      {'planned' in route ? <PlannedPage title={route.title} /> : <TranslatorPage />}
                    </Titled>
                  }
                />
              ))}
              <Route
                path="*"
                element={
                  <Titled title="Page Not Found">
                    <NotFoundPage />
                  </Titled>
                }
              />
            </Routes>
          </Suspense>
        </Frame>
      </BrowserRouter>
      <Extras />
    </QueryClientProvider>
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
  const [isWanted, setWanted] = useState(false);
  useEffect(() => toasts.subscribe(() => setWanted(true)), []);
  useEffect(() => {
    if (isIdle) import('./components/tooltips.ts').then(({ startTooltips }) => startTooltips());
  }, [isIdle]);
  return <Suspense>{(isIdle || isWanted) && <Toaster />}</Suspense>;
}

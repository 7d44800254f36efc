import { QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { BrowserRouter, Route, Routes } from 'react-router-dom';
import { routes } from '../shared/routes.ts';
import { useIdle } from './components/idle.ts';
import { Later, partOf } from './components/later.tsx';
import { toasts } from './components/toasts.ts';
import { Frame } from './pages/frame.tsx';
import { TranslatorPage } from './pages/translator-page.tsx';
import { queryClient } from './queries.ts';

const plannedPage = partOf(() => import('./pages/planned-page.tsx').then((module) => module.PlannedPage));
const notFoundPage = partOf(() => import('./pages/not-found-page.tsx').then((module) => module.NotFoundPage));
const toaster = partOf(() => import('./components/toaster.tsx').then((module) => module.Toaster));

export function App() {
  return (
    <QueryClientProvider client={queryClient}>
      <BrowserRouter>
        <Frame>
          <Routes>
            {routes.map((route) => (
              <Route
                key={route.path}
                path={route.path}
                element={
                  <Titled title={route.title}>
                    {'planned' in route ? (
                      <Later part={plannedPage} props={{ title: route.title }} />
                    ) : (
                      <TranslatorPage />
                    )}
                  </Titled>
                }
              />
            ))}
            <Route
              path="*"
              element={
                <Titled title="Page Not Found">
                  <Later part={notFoundPage} props={{}} />
                </Titled>
              }
            />
          </Routes>
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
    if (!isIdle) return;
    // Without its tooltip a button still has its name.
    import('./components/tooltips.ts').then(({ startTooltips }) => startTooltips()).catch(() => {});
  }, [isIdle]);
  return (isIdle || isWanted) && <Later part={toaster} props={{}} failed={null} />;
}

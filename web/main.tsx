import './translation/translator/shorten-link.ts';

import { StrictMode, startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app.tsx';
import { watchSession } from './auth/session.ts';
import { reportError, watchErrors } from './system/error-reports.ts';
import './styles/theme.css';

watchErrors();
watchSession();
// A transition renders in small steps, so that the page stays responsive.
startTransition(() =>
  createRoot(document.getElementById('root') as HTMLElement, {
    onCaughtError: report,
    onUncaughtError: report,
  }).render(
    <StrictMode>
      <App />
    </StrictMode>,
  ),
);

function report(error: unknown): void {
  console.error(error);
  reportError('render', error);
}

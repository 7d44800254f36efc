import { StrictMode, startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app.tsx';
import { watchSession } from './auth/session.ts';
import './styles/theme.css';

watchSession();
// A transition renders in small steps, so that the page stays responsive.
startTransition(() =>
  createRoot(document.getElementById('root') as HTMLElement).render(
    <StrictMode>
      <App />
    </StrictMode>,
  ),
);

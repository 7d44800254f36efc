import { StrictMode, startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app.tsx';
import { startSession } from './auth/session.ts';
import './styles/theme.css';

startSession();
const root = document.getElementById('root');
if (!root) throw new Error('The page has no root element.');
// A transition renders in small pieces, so that taps get through.
startTransition(() =>
  createRoot(root).render(
    <StrictMode>
      <App />
    </StrictMode>,
  ),
);

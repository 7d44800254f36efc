import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app.tsx';
import { startSession } from './auth/session.ts';
import './theme.css';

startSession();
fontOrPatience().then(() => {
  const root = document.getElementById('root');
  if (!root) throw new Error('The page has no root element.');
  createRoot(root).render(
    <StrictMode>
      <App />
    </StrictMode>,
  );
});

/** On a fast line the font is there before the first paint, and no text moves; a slow one is not waited for. */
function fontOrPatience(): Promise<unknown> {
  const patience = new Promise((resolve) => setTimeout(resolve, 60));
  return Promise.race([document.fonts.load('1rem Figtree').catch(() => {}), patience]);
}

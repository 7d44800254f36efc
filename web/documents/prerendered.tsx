import { renderToStaticMarkup } from 'react-dom/server';
import { buildLoginUrl } from '../auth/user.ts';
import { LandingPage } from '../landing/landing-page.tsx';
import { Frame } from '../pages/frame.tsx';
import { OfflinePage } from '../pages/offline-page.tsx';
import { TranslatorShell } from './translator-shell.tsx';

export function renderLanding(): string {
  return renderToStaticMarkup(
    <div className="landing">
      <Frame headerEnd={logIn}>
        <LandingPage />
      </Frame>
    </div>,
  );
}

/** Without the account menu, which needs a script. */
export function renderOffline(): string {
  return renderToStaticMarkup(
    <Frame headerEnd={null}>
      <OfflinePage />
    </Frame>,
  );
}

export function renderTranslator(): string {
  return renderToStaticMarkup(<TranslatorShell />);
}

const logIn = (
  <a
    href={buildLoginUrl()}
    className="ml-auto flex min-h-11 items-center rounded-control px-4 font-medium transition-colors duration-150 hover:bg-sunken"
  >
    Log in
  </a>
);

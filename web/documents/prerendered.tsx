import { renderToStaticMarkup } from 'react-dom/server';
import { StaticRouter } from 'react-router-dom';
import { loginAddress } from '../auth/user.ts';
import { LandingPage } from '../landing/landing-page.tsx';
import { Frame } from '../pages/frame.tsx';
import { OfflinePage } from '../pages/offline-page.tsx';
import { TranslatorShell } from './translator-shell.tsx';

export function landingMarkup(): string {
  return renderToStaticMarkup(
    <StaticRouter location="/landing">
      <div className="landing">
        <Frame access={<SignIn />}>
          <LandingPage />
        </Frame>
      </div>
    </StaticRouter>,
  );
}

/** Without the end of the header, which needs a script. */
export function offlineMarkup(): string {
  return renderToStaticMarkup(
    <StaticRouter location="/">
      <Frame access={null}>
        <OfflinePage />
      </Frame>
    </StaticRouter>,
  );
}

/** Shown until the translator's script runs. */
export function translatorMarkup(): string {
  return renderToStaticMarkup(
    <StaticRouter location="/">
      <TranslatorShell />
    </StaticRouter>,
  );
}

function SignIn() {
  return (
    <a
      href={loginAddress()}
      className="ml-auto flex min-h-11 items-center rounded-control px-4 font-medium transition-colors duration-150 hover:bg-sunken"
    >
      Log in
    </a>
  );
}

import { renderToStaticMarkup } from 'react-dom/server';
import { StaticRouter } from 'react-router-dom';
import type { InterfaceLanguageCode } from '../../shared/interface-languages.ts';
import { buildLoginUrl } from '../auth/user.ts';
import { LandingPage } from '../landing/landing-page.tsx';
import { shownLanguage } from '../language/shown-language.ts';
import { Frame } from '../pages/frame.tsx';
import { OfflinePage } from '../pages/offline-page.tsx';
import { InterfaceLanguage } from '../settings/interface-language.tsx';
import * as conversationTexts from '../texts/conversation.ts';
import * as landingTexts from '../texts/pages/landing.ts';
import * as phrasesTexts from '../texts/phrases.ts';
import * as texts from '../texts/site.ts';
import * as translatorTexts from '../texts/translator.ts';
import type { DocumentTexts } from './documents.ts';
import { TranslatorShell } from './translator-shell.tsx';

export const documentTexts: DocumentTexts = {
  language: shownLanguage as InterfaceLanguageCode,
  titles: { ...texts.pageTitles, '404': texts.notFoundTitle },
  descriptions: {
    translator: texts.translatorDescription,
    landing: texts.landingDescription,
    'android-setup': texts.androidDescription,
    'privacy-policy': texts.privacyDescription,
    terms: texts.termsDescription,
    refunds: texts.refundsDescription,
  },
  app: {
    name: texts.appName,
    description: texts.appDescription,
    shortcuts: [
      conversationTexts.translate,
      conversationTexts.title,
      translatorTexts.phrases,
      phrasesTexts.allergyAndHealthCard,
    ],
    screenshot: texts.screenshot,
  },
  offlineTitle: texts.offlineTitle,
  needsScript: texts.needsScript,
  notStarted: texts.notStarted,
  reload: texts.reload,
};

export function renderLanding(): string {
  return renderToStaticMarkup(
    <StaticRouter location="/landing">
      <div className="landing">
        <Frame headerEnd={headerEnd}>
          <LandingPage />
        </Frame>
      </div>
    </StaticRouter>,
  );
}

/** Without the account menu, which needs a script. */
export function renderOffline(): string {
  return renderToStaticMarkup(
    <StaticRouter location="/">
      <Frame headerEnd={null}>
        <OfflinePage />
      </Frame>
    </StaticRouter>,
  );
}

export function renderTranslator(): string {
  return renderToStaticMarkup(
    <StaticRouter location="/">
      <TranslatorShell />
    </StaticRouter>,
  );
}

const headerEnd = (
  <div className="ms-auto flex flex-wrap items-center justify-end">
    <InterfaceLanguage />
    <a
      href={buildLoginUrl()}
      className="flex min-h-11 items-center rounded-control px-4 font-medium transition-colors duration-150 hover:bg-sunken"
    >
      {landingTexts.logIn}
    </a>
  </div>
);

import type { IncomingMessage } from 'node:http';
import { parseCookie } from 'cookie';
import {
  chooseLanguage,
  type InterfaceLanguageCode,
  languageCookie,
} from '../../../shared/interface-languages.ts';
import { createTranslator } from '../../../web/build/catalogues.ts';
import { wordLogin } from '../../../web/texts/pages/login.ts';

export interface Wording {
  readonly language: InterfaceLanguageCode;
  readonly texts: ReturnType<typeof wordLogin>;
}

/** By Cognito's parameter `lang`, such as `pt-BR`; else as the site chooses: cookies ignore ports. */
export function findWording({ url = '/', headers }: IncomingMessage): Wording {
  const asked = new URL(url, 'http://login').searchParams.get('lang')?.split('-')[0];
  const chosen = asked ?? parseCookie(headers.cookie ?? '')[languageCookie];
  return getWording(chooseLanguage(chosen, headers['accept-language']));
}

/** Catalogues are read once. */
function getWording(language: InterfaceLanguageCode): Wording {
  const known = wordings.get(language);
  if (known) return known;
  const wording = { language, texts: wordLogin(createTranslator(language)) };
  wordings.set(language, wording);
  return wording;
}

const wordings = new Map<InterfaceLanguageCode, Wording>();

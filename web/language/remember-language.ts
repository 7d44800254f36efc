import { languageCookie } from '../../shared/interface-languages.ts';

/** For the next page, and for the account once somebody signs in. @throws without a connection, like `rememberLanguage` */
export async function chooseLanguage(code: string): Promise<void> {
  await rememberLanguage(code);
  try {
    sessionStorage.setItem('parley.chosen-language', JSON.stringify(code));
  } catch {}
}

/** The next page has this language. @throws without a connection: the language's files must be fetched */
export async function rememberLanguage(code: string): Promise<void> {
  // The service worker does not answer it.
  await fetch(location.pathname, { method: 'HEAD', cache: 'no-store' });
  // The worker would answer with the pages of the language before. The next page registers its own.
  const registration = await navigator.serviceWorker?.getRegistration();
  await registration?.unregister();
  writeLanguageCookie(code);
}

/** The language of the next page. */
export function hasRemembered(code: string): boolean {
  return document.cookie.split('; ').includes(`${languageCookie}=${code}`);
}

/** The server chooses the documents by it. */
export function writeLanguageCookie(code: string): void {
  const secure = location.protocol === 'https:' ? '; secure' : '';
  // biome-ignore lint/suspicious/noDocumentCookie: Safari and Firefox had no cookie store until lately
  document.cookie = `${languageCookie}=${code}; path=/; max-age=${yearSeconds}; samesite=lax${secure}`;
}

const yearSeconds = 31_536_000;

import { isInterfaceLanguage } from '../../shared/interface-languages.ts';
import { shouldSkipLanding, skipLanding } from '../auth/entry.ts';
import { chooseLanguage, writeLanguageCookie } from '../language/remember-language.ts';
import { entering } from '../texts/pages/landing.ts';
import '../settings/early-appearance.ts';
import type { SavedDraft } from '../translation/translator/use-translator.ts';
import { examplePair } from './example-pair.ts';
import './landing.css';

/** Runs in the head, before the first paint. Shows the translator, from a template, to visitors who skip this page. */
if (isLandingSkipped()) {
  document.documentElement.dataset.entered = '';
  startTranslator();
} else {
  document.addEventListener('click', ({ target }) => {
    const button = target instanceof Element ? target.closest<HTMLElement>('[data-entry]') : null;
    if (button && button.ariaDisabled !== 'true') enterSite(button);
  });
  document.addEventListener('change', ({ target }) => {
    if (target instanceof HTMLSelectElement) void changeLanguage(target);
  });
  document.addEventListener('input', ({ target }) => {
    if (target instanceof HTMLTextAreaElement) showAnswer(target);
  });
  // What is typed replaces the example.
  document.addEventListener('focusin', ({ target }) => {
    if (target instanceof HTMLTextAreaElement && target.value === target.defaultValue) target.select();
  });
  document.addEventListener('submit', (event) => {
    event.preventDefault();
    if (event.target instanceof HTMLFormElement) translateExample(event.target, event.submitter);
  });
  // Restored from the back/forward cache: the visitor may have entered or signed in since.
  addEventListener('pageshow', ({ persisted }) => persisted && isLandingSkipped() && location.reload());
  // A link to a text was opened in this tab.
  addEventListener('hashchange', () => isLandingSkipped() && location.reload());
  const hasSignInFailed = new URLSearchParams(location.search).get('signin') === 'failed';
  if (hasSignInFailed) addEventListener('DOMContentLoaded', showSignInError);
}

/** `/landing` shows this page to everybody. */
function isLandingSkipped(): boolean {
  return location.pathname === '/' && shouldSkipLanding();
}

/** The script comes last, because it renders at once and needs the root and the styles. */
function startTranslator(): void {
  prefetchTranslator();
  const head = cloneTranslatorHead();
  const script = head.querySelector('script[type="module"]');
  const stylesheet = head.querySelector('link[rel="stylesheet"]');
  const landingStylesheet = document.querySelector('link[rel="stylesheet"]');
  const requirements = [
    new Promise((resolve) => addEventListener('DOMContentLoaded', resolve)),
    new Promise((resolve) =>
      stylesheet ? Object.assign(stylesheet, { onload: resolve, onerror: resolve }) : resolve(undefined),
    ),
  ];
  script?.remove();
  document.head.append(head);
  void Promise.all(requirements).then(() => {
    // Until now, the landing stylesheet has hidden the landing page.
    document.querySelector('.landing')?.remove();
    landingStylesheet?.remove();
    if (script) document.head.append(script);
  });
}

function cloneTranslatorHead(): DocumentFragment {
  const template = document.querySelector<HTMLTemplateElement>('template#translator');
  if (!template) throw new Error('The template of the translator is missing.');
  return document.importNode(template.content, true);
}

/** Without a connection, the list shows the language of this page again. */
async function changeLanguage(list: HTMLSelectElement): Promise<void> {
  try {
    await chooseLanguage(list.value);
  } catch {
    list.value = document.documentElement.lang;
    return;
  }
  if (isOwnAddress()) location.assign(`/${list.value}`);
  else location.reload();
}

/** An address such as `/ar`, which shows one language to everybody. */
function isOwnAddress(): boolean {
  return isInterfaceLanguage(location.pathname.slice(1));
}

function enterSite(button: HTMLElement): void {
  if (isOwnAddress()) writeLanguageCookie(document.documentElement.lang);
  for (const entry of document.querySelectorAll('[data-entry]')) entry.ariaDisabled = 'true';
  button.textContent = entering;
  // Screen readers do not announce a button's new name.
  const status = document.querySelector('[role="status"]');
  if (status) status.textContent = entering;
  prefetchTranslator();
  // Replaces this history entry, so that Back leaves the site.
  setTimeout(() => location.replace(skipLanding() ? '/' : '/speech-translator'), delayMs);
}

const delayMs = 500;

/** The answer is the example's: that of another text comes from the translator. */
function showAnswer({ form, value, defaultValue }: HTMLTextAreaElement): void {
  const answer = form?.querySelector<HTMLElement>('[data-answer]');
  if (answer) answer.style.visibility = value.trim() === defaultValue ? '' : 'hidden';
}

/** The text stays in the tab, or goes behind the `#`: no server sees it before it is translated. */
function translateExample(form: HTMLFormElement, pressed: HTMLElement | null): void {
  const field = form.querySelector('textarea');
  const isInTheWay = pressed?.dataset.speak !== undefined && field?.value === field?.defaultValue;
  const text = isInTheWay ? '' : (field?.value.trim() ?? '');
  const { source, target } = examplePair;
  const draft = { text, source, target, textLanguage: undefined, isDetecting: false, shouldTranslate: false };
  const isStored = skipLanding();
  if (isStored && text !== '')
    sessionStorage.setItem(
      'parley.draft',
      JSON.stringify({ ...draft, isFromLanding: true } satisfies SavedDraft),
    );
  const link = text === '' ? '' : `#${new URLSearchParams({ sl: source, tl: target, text })}`;
  location.replace(isStored ? '/' : `/speech-translator${link}`);
}

/** In the app, `session.ts` shows a toast instead. */
function showSignInError(): void {
  history.replaceState(history.state, '', location.pathname);
  document.querySelector('[data-sign-in-failed]')?.removeAttribute('hidden');
}

/** Only fetches files: an API call would create a guest. */
function prefetchTranslator(): void {
  for (const element of cloneTranslatorHead().querySelectorAll<HTMLScriptElement | HTMLLinkElement>(
    'script[type="module"], link[rel="stylesheet"]',
  )) {
    const link = document.createElement('link');
    const isScript = element instanceof HTMLScriptElement;
    link.rel = isScript ? 'modulepreload' : 'preload';
    link.href = isScript ? element.src : element.href;
    if (!isScript) Object.assign(link, { as: 'style', crossOrigin: 'anonymous' });
    document.head.append(link);
  }
}

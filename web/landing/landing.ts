import { enter, tryEnter } from '../auth/entry.ts';
import { isSignedIn } from '../auth/signed-in.ts';
import './landing.css';

/** Runs in the head, before the first paint: returning visitors get the translator, whose head is in a template. */
if (isLandingSkipped()) {
  document.documentElement.dataset.entered = '';
  startTranslator();
} else {
  document.addEventListener('click', ({ target }) => {
    const button = target instanceof Element ? target.closest<HTMLElement>('[data-entry]') : null;
    if (button && button.ariaDisabled !== 'true') enterSite(button);
  });
  // Restored from the back/forward cache: the visitor may have entered or signed in since.
  addEventListener('pageshow', ({ persisted }) => persisted && isLandingSkipped() && location.reload());
  // A link to a text, opened in the tab that shows this page.
  addEventListener('hashchange', () => isLandingSkipped() && location.reload());
  const isSignInFailed = new URLSearchParams(location.search).get('signin') === 'failed';
  if (isSignInFailed) addEventListener('DOMContentLoaded', showFailed);
}

/** Guests can open `/landing` again; signed-in users cannot. */
function isLandingSkipped(): boolean {
  return location.pathname === '/' ? tryEnter() : isSignedIn();
}

/** The script comes last, because it renders at once and needs the root and the styles. */
function startTranslator(): void {
  prefetchTranslator();
  const parts = cloneTranslatorHead();
  const script = parts.querySelector('script');
  const stylesheet = parts.querySelector('link[rel="stylesheet"]');
  const own = document.querySelector('link[rel="stylesheet"]');
  const waiting = [
    new Promise((resolve) => addEventListener('DOMContentLoaded', resolve)),
    stylesheet && new Promise((resolve) => Object.assign(stylesheet, { onload: resolve, onerror: resolve })),
  ];
  script?.remove();
  document.head.append(parts);
  Promise.all(waiting).then(() => {
    // Until here the landing stylesheet has hidden the translator.
    document.querySelector('.landing')?.remove();
    own?.remove();
    if (script) document.head.append(script);
  });
}

function cloneTranslatorHead(): DocumentFragment {
  const template = document.querySelector<HTMLTemplateElement>('template#translator');
  if (!template) throw new Error('The document does not name the translator.');
  return document.importNode(template.content, true);
}

function enterSite(button: HTMLElement): void {
  for (const each of document.querySelectorAll('[data-entry]')) each.ariaDisabled = 'true';
  button.textContent = entering;
  // Screen readers do not announce a button's new name.
  const status = document.querySelector('[role="status"]');
  if (status) status.textContent = entering;
  prefetchTranslator();
  // Replaces this entry, so that Back leaves the site.
  setTimeout(() => location.replace(enter() ? '/' : '/speech-translator'), delayMs);
}

const entering = 'Entering...';
const delayMs = 500;

/** In the app, `session.ts` shows a toast instead. */
function showFailed(): void {
  history.replaceState(history.state, '', location.pathname);
  document.querySelector('[data-sign-in-failed]')?.removeAttribute('hidden');
}

/** Fetches files only: a call would create a guest. */
function prefetchTranslator(): void {
  for (const element of cloneTranslatorHead().querySelectorAll<HTMLScriptElement | HTMLLinkElement>(
    'script[src], link[rel="stylesheet"]',
  )) {
    const link = document.createElement('link');
    const isScript = element instanceof HTMLScriptElement;
    link.rel = isScript ? 'modulepreload' : 'preload';
    link.href = isScript ? element.src : element.href;
    if (!isScript) Object.assign(link, { as: 'style', crossOrigin: 'anonymous' });
    document.head.append(link);
  }
}

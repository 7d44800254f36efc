import { enter, hasEntered } from '../auth/entrance.ts';
import { isSignedIn } from '../auth/signed-in.ts';
import './landing.css';

/**
 * All that the landing page runs. It stands in the head and holds back the first paint: who has seen the page gets the
 * translator, whose part of the head waits in a template.
 */
if (isBehind()) {
  document.documentElement.dataset.entered = '';
  startTranslator();
} else {
  document.addEventListener('click', ({ target }) => {
    const button = target instanceof Element ? target.closest<HTMLElement>('[data-entry]') : null;
    if (button && button.ariaDisabled !== 'true') goIn(button);
  });
  // Brought back as it was left, it may be behind them by now: entered or signed in, here or in another tab.
  addEventListener('pageshow', ({ persisted }) => persisted && isBehind() && location.reload());
  // A link to a text, opened in the tab that shows this page.
  addEventListener('hashchange', () => isBehind() && location.reload());
  const isSignInFailed = new URLSearchParams(location.search).get('signin') === 'failed';
  if (isSignInFailed) addEventListener('DOMContentLoaded', showFailed);
}

/** At its own address it can be seen again. */
function isBehind(): boolean {
  return location.pathname === '/' ? hasEntered() : isSignedIn();
}

/** Its script comes last: it draws at once, and needs a place for it and the styles. */
function startTranslator(): void {
  fetchAhead();
  const parts = translator();
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
    // Its stylesheet is what hides it.
    document.querySelector('.landing')?.remove();
    own?.remove();
    if (script) document.head.append(script);
  });
}

function translator(): DocumentFragment {
  const template = document.querySelector<HTMLTemplateElement>('template#translator');
  if (!template) throw new Error('The document does not name the translator.');
  return document.importNode(template.content, true);
}

function goIn(button: HTMLElement): void {
  for (const each of document.querySelectorAll('[data-entry]')) each.ariaDisabled = 'true';
  button.textContent = entering;
  // A button's new name is not read out by itself.
  const status = document.querySelector('[role="status"]');
  if (status) status.textContent = entering;
  fetchAhead();
  // The way back leads to where they came from.
  setTimeout(() => location.replace(enter() ? '/' : '/speech-translator'), delayMs);
}

const entering = 'Entering...';
const delayMs = 500;

/** The login's answer could not be used. Who has entered is told by a toast: `session.ts`. */
function showFailed(): void {
  history.replaceState(history.state, '', location.pathname);
  document.querySelector('[data-sign-in-failed]')?.removeAttribute('hidden');
}

/** The translator's files, into the browser's cache. Its calls are left out: they make somebody a guest. */
function fetchAhead(): void {
  for (const element of translator().querySelectorAll<HTMLScriptElement | HTMLLinkElement>(
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

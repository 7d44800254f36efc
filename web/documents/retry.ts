import { startAgain } from './start-again.ts';

/** Fetches the app's stylesheet and script again if they were lost. Nothing waits for this script. */
if (document.readyState === 'complete') retry();
else addEventListener('load', retry);

function retry(): void {
  for (const link of document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]')) {
    if (link.sheet) continue;
    const again = link.cloneNode() as HTMLLinkElement;
    again.href += '?again';
    link.replaceWith(again);
  }
  const notice = document.querySelector<HTMLElement>('.not-started');
  const script = document.querySelector<HTMLScriptElement>('script[type="module"]');
  if (!notice || !script) return;
  // Unlike the link, keeps the text after the `#`.
  notice.querySelector('a')?.addEventListener('click', (event) => {
    event.preventDefault();
    location.reload();
  });
  startAgain(script.src).catch(() => {
    // Nothing more will come, so the sentence need not wait.
    notice.style.animation = 'none';
  });
}

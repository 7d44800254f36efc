import type { Page } from 'playwright';

/**
 * Watches speech from inside the page: words that last a second may end before a busy machine looks
 * from outside. Before it has its address.
 *
 * @returns waits until something is spoken, or was since the last call
 */
export async function watchSounding(page: Page): Promise<() => Promise<void>> {
  await page.addInitScript(watch);
  let known = 0;
  return async () => {
    const begun = await page.waitForFunction((known) => window.begun > known && window.begun, known);
    known = Number(await begun.jsonValue());
  };
}

/** Runs in the page. */
function watch(): void {
  window.begun = 0;
  new MutationObserver((changes) => {
    for (const { type, target, oldValue, addedNodes } of changes) {
      if (type === 'attributes') {
        if (isSpeaking(target) && oldValue !== 'speaking') window.begun += 1;
      } else {
        for (const node of addedNodes)
          if (isSpeaking(node) || (node instanceof Element && node.querySelector(speaking)))
            window.begun += 1;
      }
    }
  }).observe(document, {
    childList: true,
    subtree: true,
    attributeFilter: ['data-state'],
    attributeOldValue: true,
  });
  const speaking = '[data-state="speaking"]';
  function isSpeaking(node: Node): boolean {
    return node instanceof Element && node.matches(speaking);
  }
}

declare global {
  interface Window {
    /** How often speech has started. */
    begun: number;
  }
}

import axe from 'axe-core';

/**
 * Finds axe violations on the page or in a part of it: each rule with the first element that breaks it.
 * jsdom has no layout, so `support/browser/axe.ts` checks contrast and the like in Chromium.
 */
export async function violations(
  part: Element | Document = document,
): Promise<[rule: string, html: string][]> {
  const found = await axe.run(part, {
    resultTypes: ['violations'],
    selectors: false,
    // The tooltip is a closed popover, which jsdom shows.
    rules: { 'color-contrast': { enabled: false }, 'aria-tooltip-name': { enabled: false } },
  });
  return found.violations.map(({ id, nodes }) => [id, nodes[0]?.html ?? '']);
}

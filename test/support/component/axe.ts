import axe from 'axe-core';

/**
 * What axe finds on the page, or in a part of it: each rule with the first element that breaks it. jsdom has no layout, so
 * contrast and whatever else needs one is looked at in Chromium (`support/browser/axe.ts`).
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

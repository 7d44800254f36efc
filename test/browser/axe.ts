import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright';

/**
 * What axe finds: each rule with the first element that breaks it.
 *
 * One run in the page itself, which takes half as long as axe's own way: that opens a second page for frames of other
 * origins, of which these pages have none.
 *
 * @param part a selector of what is looked at; everything without it
 */
export async function violations(page: Page, part?: string): Promise<[rule: string, html: string][]> {
  const axe = new AxeBuilder({ page }).setLegacyMode();
  const found = await (part ? axe.include(part) : axe).analyze();
  return found.violations.map(({ id, nodes }) => [id, nodes[0]?.html ?? '']);
}

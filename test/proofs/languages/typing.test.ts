import { expect, test } from 'vitest';
import type { Output } from '../../../shared/api/contract.ts';
import { findLanguage } from '../../../shared/languages.ts';
import { launchBrowser, newGuest, openPage } from '../../support/browser/browser.ts';
import { signUpIn } from '../../support/browser/people.ts';
import { sharedParley } from '../../support/parley/shared.ts';
import { makePremium } from '../../support/people/premium.ts';

const greetings: Record<string, string> = {
  en: 'The big house',
  es: 'La casa grande',
  fr: 'La grande maison',
  it: 'La grande casa',
  ca: 'La casa gran',
  'pt-PT': 'A casa grande',
  pt: 'A casa grande',
  id: 'Rumah sakit',
  ms: 'Hospital besar',
  ro: 'Casa mare',
  sv: 'Det stora huset',
  da: 'Det store hus',
  'fr-CA': 'La grande maison',
  'es-MX': 'La casa grande',
};

test('typed text is translated from and to each language that the engines have', async () => {
  await using browser = await launchBrowser();
  const context = await newGuest(browser);
  const { userId } = await signUpIn(context, sharedParley.url);
  await makePremium(sharedParley.dynamodb, userId);
  const { page, problems } = await openPage(context, sharedParley.url);
  // Each translation would also be spoken.
  await page.getByRole('switch', { name: 'Auto-play' }).click();

  const pick = async (side: 'From' | 'To', name: string) => {
    await page.getByRole('button', { name: side }).first().press('Enter');
    const list = page.getByRole('grid');
    await list.waitFor();
    await page.keyboard.type(name);
    await page.keyboard.press('Enter');
    await list.waitFor({ state: 'detached' });
  };
  const health = (await (await fetch(`${sharedParley.url}/api/health`)).json()) as Output<'system.health'>;
  const [sources, targets] = [new Set<string>(), new Set<string>()];
  let picked = '';
  for (const pair of health.engines.translation.pairs ?? []) {
    const [source, target] = pair.split('>').map((code) => findLanguage(code));
    if (!source || !target || source.translate === target.translate) continue;
    if (sources.has(source.translate) && targets.has(target.translate)) continue;
    sources.add(source.translate);
    targets.add(target.translate);
    if (picked !== source.name) await pick('From', source.name);
    picked = source.name;
    await pick('To', target.name);
    const text = greetings[source.translate] ?? '';
    expect(text, source.translate).not.toBe('');
    await page.getByRole('textbox', { name: 'Type your text' }).fill(text);
    const answered = page.waitForResponse('**/api/translate');
    await page.getByRole('button', { name: 'Translate Text' }).click();
    await answered;
    const translation = page.locator(`[data-testid="translation"][lang="${target.code}"]`);
    await translation.waitFor();
    expect((await translation.textContent())?.trim(), pair).not.toBe('');
  }
  expect(sources.size).toBeGreaterThanOrEqual(10);
  expect(targets.size).toBeGreaterThanOrEqual(6);
  expect(problems).toEqual([]);
}, 180_000);

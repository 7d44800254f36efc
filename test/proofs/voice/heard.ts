import type { Page } from 'playwright';

/**
 * Waits until a page has heard "where is the train station" by its microphone. A failure shows what the page says
 * instead.
 *
 * @param times how often it was said
 */
export async function heardQuestion(page: Page, { times = 1 } = {}): Promise<void> {
  await shown(page, 'Speech input', new RegExp(Array(times).fill('where is the train station').join(' ')));
}

/** Waits until what was heard of it is there in Spanish. */
export async function translatedQuestion(page: Page): Promise<void> {
  await heardQuestion(page);
  await shown(page, 'Translation', /dónde .*estación de tren/i);
}

/** @throws Error with what both cards say instead */
async function shown(page: Page, card: Card, words: RegExp): Promise<void> {
  const cardOf = (name: Card) => page.getByRole('region', { name, exact: true });
  try {
    await cardOf(card).filter({ hasText: words }).waitFor({ timeout: patienceMs });
  } catch (cause) {
    const texts = [await cardOf('Speech input').innerText(), await cardOf('Translation').innerText()];
    throw new Error(`There is no ${words}: ${JSON.stringify(texts)}`, { cause });
  }
}

type Card = 'Speech input' | 'Translation';

/** Recognisers take their time where everything runs on one machine. */
const patienceMs = 60_000;

import { afterAll, expect, test } from 'vitest';
import { createApertium } from '../../../infra/local/engines/apertium.ts';

const apertium = createApertium();
afterAll(apertium.stop);

const station: Record<string, string> = {
  ca: 'On és l’estació de tren?',
  da: 'Hvor er hotellet?',
  en: 'Where is the train station?',
  es: '¿Dónde está la estación de tren?',
  fr: 'Où est la gare ?',
  id: 'Di mana stasiun kereta api?',
  it: "Dov'è la stazione dei treni?",
  ms: 'Di mana stesen kereta api?',
  pt: 'Onde fica a estação de trem?',
  ro: 'Unde este gara?',
  sv: 'Var är hotellet?',
};

test('every pair says something else in the other language, and keeps what is no language', async () => {
  for (const pair of apertium.pairs) {
    const [source = '', target = ''] = pair.split('>');
    const text = station[source.slice(0, 2)] ?? '';
    const translated = await apertium.translate(`${text} 😀 a@b.example`, source, target);
    expect.soft(translated, pair).toMatch(/^.*\p{L}{3}.* 😀 a@b\.example$/u);
    expect.soft(translated, pair).not.toContain(text);
    expect.soft(translated, pair).not.toMatch(/(^|\s)[*#@]\p{L}/u);
  }
}, 60_000);

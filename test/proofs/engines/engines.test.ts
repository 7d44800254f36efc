import { afterAll, expect, test } from 'vitest';
import { createApertium } from '../../../infra/local/engines/apertium.ts';
import { processMark, signalProcesses } from '../../support/parley/processes.ts';

const { env, mark } = processMark();
Object.assign(process.env, env);
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

test('protected parts survive grammar in every direction of Apertium', async () => {
  const parts = (text: string) => text.match(/<\/?[bi]>|😀|\S+@\S+example|~/gu);
  for (const pair of apertium.pairs) {
    const [source = '', target = ''] = pair.split('>');
    const words = (station[source.slice(0, 2)] ?? '').split(' ');
    const text = words
      .map((word, index) => `${['<b>', '😀', 'a@b.example ', '~', '<i>'][index % 5]}${word}</b>`)
      .join(' ');
    const translated = await apertium.translate(text, source, target);
    expect.soft(parts(translated), pair).toEqual(parts(text));
  }
}, 60_000);

test('the station is found in Spanish, French, Italian and both kinds of Portuguese', async () => {
  const to = (target: string) => apertium.translate('where is the train station', 'en', target);
  expect(await to('es')).toBe('dónde es la estación de tren');
  expect(await to('fr')).toBe('où est la gare de train');
  expect(await to('it')).toContain('stazione');
  expect(await to('pt')).toContain('estação de trem');
  expect(await to('pt-PT')).toContain('estação de comboio');
});

test('closed questions of other languages are not opened', async () => {
  expect(await apertium.translate('¡Ayuda! ¿Dónde está?', 'es', 'en')).not.toMatch(/[¿¡]/);
});

test('200 callers at once, with pipelines killed under them, each get their own text', async () => {
  const pairs = ['en>es', 'es>en', 'en>fr', 'fr>it', 'it>es', 'es>pt'];
  await Promise.all(pairs.map((pair) => say(pair, 0)));
  let answered = 0;
  const answers = Array.from({ length: 200 }, async (_, number) => {
    const translated = await say(pairs[number % pairs.length] ?? '', number);
    // The mark inside has no translation: another caller’s text would be seen.
    expect(translated.match(/zq\d+qz/g)).toEqual([`zq${number}qz`, `zq${number}qz`]);
    if (++answered === 50)
      expect(signalProcesses(mark, 'apertium-pretransfer', 'SIGKILL')).toBeGreaterThan(1);
  });
  await Promise.all(answers);
  expect(answered).toBe(200);
});

function say(pair: string, number: number): Promise<string> {
  const [source = '', target = ''] = pair.split('>');
  const text = `zq${number}qz ${station[source]} ${'.'.repeat(number % 7)} zq${number}qz`;
  return apertium.translate(text, source, target);
}

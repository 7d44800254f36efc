import { expect, test } from 'vitest';
import { PairMissing } from '../../../../../infra/local/engines/apertium.ts';
import {
  describeTranslators,
  joinTranslators,
  type Translator,
} from '../../../../../infra/local/engines/translators.ts';

test('a neural model is preferred, then Apertium, and another pair is refused', async () => {
  const joined = joinTranslators(
    makeTranslator('neural', 'en>pt'),
    makeTranslator('Apertium', 'en>pt', 'en>es'),
  );
  expect(await joined.translate('hello', 'en', 'pt')).toBe('neural');
  expect(await joined.translate('hello', 'en', 'es')).toBe('Apertium');
  await expect(joined.translate('hello', 'es', 'pt')).rejects.toThrow(PairMissing);
  expect([...joined.pairs]).toEqual(['en>pt', 'en>es']);
});

test.for([
  [
    ['en>pt', 'pt-PT>en', 'en>zh-TW'],
    ['en>es', 'es-MX>en', 'ca>pt'],
    'Translation: Chinese (Taiwan), English, Portuguese by the neural engine; Catalan, Spanish by Apertium. Add languages with `npm run models -- add CODE`.',
  ],
  [
    [],
    ['en>es'],
    'Translation: English, Spanish by Apertium. No neural model is installed. Add languages with `npm run models -- add CODE`.',
  ],
  [
    ['en>ja'],
    [],
    'Translation: English, Japanese by the neural engine. Apertium is not installed. Add languages with `npm run models -- add CODE`.',
  ],
] as const)('neural pairs %j and Apertium’s %j are described in one line', ([neural, apertium, line]) => {
  expect(describeTranslators(makeTranslator('', ...neural), makeTranslator('', ...apertium))).toBe(line);
});

function makeTranslator(text: string, ...pairs: string[]): Translator {
  return { pairs: new Set(pairs), translate: async () => text };
}

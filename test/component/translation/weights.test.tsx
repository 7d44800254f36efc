import { expect, test } from 'vitest';
import { openTranslator, press, translate, type } from '../../support/component/translator.ts';

test('one button at a time is solid: Translate Text while its text waits, else the microphone', async () => {
  await openTranslator();
  expect(solidButtons()).toEqual(['Start recording']);
  type('the house');
  expect(solidButtons()).toEqual(['Translate Text']);
  await translate('the house');
  expect(solidButtons()).toEqual(['Start recording']);
  type('the houses');
  expect(solidButtons()).toEqual(['Translate Text']);
  press('Clear text');
  expect(solidButtons()).toEqual(['Start recording']);
});

/** Those of the main action's colour that are not disabled. */
function solidButtons(): string[] {
  return [...document.querySelectorAll('button')]
    .filter(({ classList, ariaDisabled }) => classList.contains('bg-accent') && ariaDisabled !== 'true')
    .map(({ ariaLabel, textContent }) => ariaLabel ?? textContent);
}

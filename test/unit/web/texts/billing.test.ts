import { expect, test } from 'vitest';
import { ceilings } from '../../../../shared/ceilings.ts';
import { fairUse } from '../../../../web/texts/billing.tsx';

test('fair use is described with the real numbers', () => {
  expect(fairUse).toContain(`${ceilings.premiumCharactersPerDay.toLocaleString('en')} characters of text`);
  expect(fairUse).toContain(`${ceilings.premiumSpeechSecondsPerDay / 3_600} hour of voice input`);
  // Sound and speech marks count alike.
  const heardCharacters = ceilings.spokenCharactersPerDay / 2;
  expect(fairUse).toContain(`${heardCharacters.toLocaleString('en')} characters read aloud`);
  // `limits.test.ts` proves that a month is ten days of each.
  expect(fairUse).toContain('Per month: ten times as much');
});

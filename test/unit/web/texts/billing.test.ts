import { expect, test } from 'vitest';
import { ceilings } from '../../../../shared/ceilings.ts';
import { fairUse } from '../../../../web/texts/billing.tsx';

test('fair use is described with the real numbers', () => {
  expect(fairUse).toContain(`${ceilings.premiumCharactersPerDay.toLocaleString('en')} characters of text`);
  expect(fairUse).toContain(`${ceilings.premiumSpeechSecondsPerDay / 3_600} hour of voice input`);
  // Sound and speech marks count alike.
  const heardCharacters = ceilings.spokenCharactersPerDay / 2;
  expect(fairUse).toContain(`${heardCharacters.toLocaleString('en')} characters read aloud`);
  expect(fairUse).toContain(
    `Per month: ${ceilings.premiumCharactersPerMonth.toLocaleString('en')} characters (about 200 pages), ${ceilings.premiumSpeechSecondsPerMonth / 3_600} hours and ${(ceilings.spokenCharactersPerMonth / 2).toLocaleString('en')} characters`,
  );
  expect(fairUse).toContain(
    `A free trial includes ${ceilings.trialCharacters.toLocaleString('en')} characters of text (about 35 pages), ${ceilings.trialSpeechSeconds / 3_600} hour of voice input and ${(ceilings.trialSpokenCharacters / 2).toLocaleString('en')} characters read aloud`,
  );
});

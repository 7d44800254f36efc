import { expect, test } from 'vitest';
import { readCeilings } from '../../../../functions/meters/ceilings.ts';
import { ceilings } from '../../../../shared/ceilings.ts';

test('without overrides the ceilings are the defaults', () => {
  expect(readCeilings()).toEqual(ceilings);
});

test('an override changes only its ceiling', () => {
  expect(readCeilings('{"guestSpeechSeconds":0}')).toEqual({ ...ceilings, guestSpeechSeconds: 0 });
});

test.each([
  ['{"guestSpeechSecond":1}', /CEILINGS/],
  ['{"guestSpeechSeconds":"many"}', /CEILINGS: guestSpeechSeconds/],
  ['{"guestSpeechSeconds":-1}', /CEILINGS: guestSpeechSeconds/],
  ['{"guestSpeechSeconds":1.5}', /CEILINGS: guestSpeechSeconds/],
  ['[]', /CEILINGS/],
  ['{', /CEILINGS is not valid JSON/],
])('%s is no set of ceilings', (json, message) => {
  expect(() => readCeilings(json)).toThrow(message);
});

import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { paidActions } from '../../../../../../infra/aws/stack/operations/dashboard.ts';
import { ceilings as most } from '../../../../../../shared/ceilings.ts';
import { plans } from '../../../../../../shared/plans.ts';

test('DEPLOY.md says what a caller can cost at most, by the ceilings and list prices', () => {
  const guide = readFileSync(
    path.resolve(import.meta.dirname, '../../../../../../infra/aws/DEPLOY.md'),
    'utf8',
  );
  const [, section = ''] = guide.split('## What abuse can cost');
  const rows = [...section.matchAll(/^\| (.+) \| (a day|a month|in all) \| \$(\d+\.\d\d) \|$/gm)];
  const guests = price(most.guestCharactersPerAddress, most.guestSpeechSecondsPerAddress);
  const accounts = price(most.freeCharactersPerAddress, most.freeSpeechSecondsPerAddress);
  const allGuests = price(most.guestCharactersPerDay, most.guestSpeechSecondsPerDay);
  const allFree = price(most.allFreeCharactersPerDay, most.allFreeSpeechSecondsPerDay);
  const { premiumCharactersPerMonth, premiumSpeechSecondsPerMonth, spokenCharactersPerMonth } = most;
  const { trialCharacters, trialSpeechSeconds, trialSpokenCharacters } = most;
  const premium = price(premiumCharactersPerMonth, premiumSpeechSecondsPerMonth, spokenCharactersPerMonth);
  expect(rows.map(([, attack, , dollars]) => [attack, Number(dollars)])).toEqual([
    ['guests at one address', cents(guests)],
    ['the same address with 100 free accounts', cents(guests + accounts)],
    ['all guests', cents(allGuests)],
    ['all free accounts', cents(allFree)],
    ['one Premium account', cents(premium)],
    ['one trial', cents(price(trialCharacters, trialSpeechSeconds, trialSpokenCharacters))],
  ]);
  expect(premium * 100).toBeLessThan(3 * plans.parley_monthly.amountCents);
});

function price(characters: number, speechSeconds: number, spokenCharacters = 0): number {
  const amounts: Readonly<Record<string, number>> = { characters, speechSeconds, spokenCharacters };
  return Object.values(paidActions).reduce(
    (sum, { field, dollars }) => sum + (amounts[field] ?? Number.NaN) * dollars,
    0,
  );
}

function cents(dollars: number): number {
  return Math.round(dollars * 100) / 100;
}

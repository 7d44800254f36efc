import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { readsPerSearch } from '../../../../../../functions/translation/history/history.ts';
import { readCommandSettings } from '../../../../../../infra/aws/stack/context.ts';
import { siteFilesPerApiRequest } from '../../../../../../infra/aws/stack/edge/edge.ts';
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
    [expect.stringMatching(/^API requests .*: 1,000 in 5 minutes$/), cents(priceOfCalls(288 * 1_000))],
    [
      expect.stringMatching(/^the same, .* 2 MB$/),
      cents(priceOfCalls(288 * 1_000, { readUnits: readsPerSearch * unitsPerRead })),
    ],
    [expect.stringMatching(/^files .*: 40,000 in 5 minutes$/), cents(priceOfRequests(288 * 40_000))],
    [expect.stringMatching(/^bytes .* 1 Gbit\/s: 10.8 TB$/), cents(priceOfGigabytes((86_400 * 1) / 8))],
  ]);
  expect(readsPerSearch).toBe(2);
  expect(readCommandSettings().requestsPerAddress).toBe(1_000);
  expect(readCommandSettings().requestsPerAddress * siteFilesPerApiRequest).toBe(40_000);
  expect(premium * 100).toBeLessThan(3 * plans.parley_monthly.amountCents);
});

function price(characters: number, speechSeconds: number, spokenCharacters = 0): number {
  const amounts: Readonly<Record<string, number>> = { characters, speechSeconds, spokenCharacters };
  return Object.values(paidActions).reduce(
    (sum, { field, dollars }) => sum + (amounts[field] ?? Number.NaN) * dollars,
    0,
  );
}

/** The edge's with one function, API Gateway's, Lambda's for a quick call of 512 MB, a kilobyte of log, and reads. */
function priceOfCalls(calls: number, { readUnits = 0 } = {}): number {
  const perMillionGigabyteSeconds = 13.3334;
  const computing = readCommandSettings().quickCallSeconds * 0.5 * perMillionGigabyteSeconds;
  return (calls / 1e6) * (1.7 + 1 + 0.2 + computing + 0.5 + readUnits * 0.125);
}

/** DynamoDB reads at most a megabyte at once, and bills each 4 KB of a consistent read. */
const unitsPerRead = 256;

/** CloudFront's and its two functions', and the web ACL's. */
function priceOfRequests(requests: number): number {
  return (requests / 1e6) * (1 + 2 * 0.1 + 0.6);
}

/** CloudFront's first two steps in North America and Europe. */
function priceOfGigabytes(gigabytes: number): number {
  return Math.min(gigabytes, 10_000) * 0.085 + Math.max(0, gigabytes - 10_000) * 0.08;
}

function cents(dollars: number): number {
  return Math.round(dollars * 100) / 100;
}

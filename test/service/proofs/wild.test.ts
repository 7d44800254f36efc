import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { loadPhrasebook } from '../../../shared/phrasebook/books.ts';
import { phrases } from '../../../shared/phrases.ts';
import { conditions } from '../../proofs/wild/conditions/conditions.ts';
import { flows } from '../../proofs/wild/flows/flows.ts';
import { typed } from '../../proofs/wild/flows/translator.ts';
import { heardWords } from '../../proofs/wild/flows/voice.ts';
import { runCell } from '../../proofs/wild/run-cell.ts';
import { openSite, type Site } from '../../proofs/wild/site.ts';
import { makeMatrix } from '../../proofs/wild/stage.ts';
import { browserOfTests } from '../../support/browser/hooks.ts';
import { sharedParley } from '../../support/parley/shared.ts';
import { root } from '../../support/parley/system.ts';

/** The short form of `npm run prove -- wild`: the faults that have blanked the page, lost words or kept silent. */
const essential: readonly [condition: string, flow: string][] = [
  ['microphone missing', 'conversation by the server'],
  ['recogniser restarts its list', 'speak by the browser'],
  ['page translator on', 'type and translate'],
  ['every optional interface missing', 'type and translate'],
  ['every optional interface failing', 'type and translate'],
  ['matchMedia missing', 'phrases'],
];

const browser = browserOfTests();
const folder = path.join(root, '.build/wild');
let site: Site;

beforeAll(async () => {
  mkdirSync(folder, { recursive: true });
  const opened = openSite(sharedParley);
  site = {
    ...opened,
    async welcome(context, who) {
      await opened.welcome(context, who);
      // As the engines of the proof do.
      await context.route('**/api/translate', (route) => {
        const { text } = route.request().postDataJSON() as { text: string };
        return route.fulfill({ json: { translatedText: text.toUpperCase() } });
      });
    },
  };
});

test('no phrase of the page equals the typed or spoken words', async () => {
  const english = await loadPhrasebook('en-US');
  const words = [typed, ...heardWords].map((each) => each.split(' ').slice(0, 3).join(' '));
  const shown = [...phrases, ...english.values()];
  const found = shown.filter(({ text }) => words.some((each) => text.toLowerCase().includes(each)));
  expect(found).toEqual([]);
});

test.for(essential)('%s: %s', async ([condition, flow]) => {
  const [cell, ...others] = makeMatrix(
    flows.filter(({ name }) => name === flow),
    conditions.filter(({ name }) => name === condition),
  );
  if (!cell || others.length > 0) throw new Error('This is no cell of the matrix.');
  const picture = path.join(folder, `${condition} x ${flow}.png`);
  expect((await runCell(browser(), site, cell, picture)).findings).toEqual([]);
});

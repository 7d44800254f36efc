import { mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import pLimit from 'p-limit';
import type { Browser } from 'playwright';
import { spoken } from '../../support/audio/speech.ts';
import { launchBrowser } from '../../support/browser/browser.ts';
import { takeBreaches } from '../../support/browser/guard.ts';
import { root } from '../../support/parley/system.ts';
import type { Part } from '../proof.ts';
import { conditions } from './conditions/conditions.ts';
import { flows } from './flows/flows.ts';
import { type Result, runCell } from './run-cell.ts';
import { type Site, spokenWords, startSite } from './site.ts';
import { type Cell, makeMatrix } from './stage.ts';

/** `flow` and `condition` are parts of names; `help` lists them. `at-once`: cells side by side. */
export const flags = { flow: '', condition: '', help: false, 'at-once': 3 };

const folder = path.join(root, '.build/wild');

export async function* prove(given: typeof flags): AsyncGenerator<Part> {
  if (given.help) {
    yield { name: `flows: ${flows.map(({ name }) => name).join(', ')}`, figures: {}, findings: [] };
    yield { name: `conditions: ${conditions.map(({ name }) => name).join(', ')}`, figures: {}, findings: [] };
    return;
  }
  const cells = makeMatrix(
    flows.filter(({ name }) => name.includes(given.flow)),
    conditions.filter(({ name }) => name.includes(given.condition)),
  );
  if (cells.length === 0) return;
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const site = await startSite();
  try {
    yield* proveCells(site, cells, given['at-once']);
  } finally {
    await site.stop();
  }
}

async function* proveCells(site: Site, cells: readonly Cell[], atOnce: number): AsyncGenerator<Part> {
  // Long enough for a busy machine.
  const microphone = spoken(spokenWords, { times: 60 });
  const browser = await launchBrowser({ microphone });
  const keeper = cells.some(({ condition }) => condition.bringsPagesBack)
    ? await launchBrowser({ microphone, bringsPagesBack: true })
    : undefined;
  const limit = pLimit(atOnce);
  const results = await Promise.all(
    cells.map((cell) =>
      limit(async () => {
        const place = cell.condition.bringsPagesBack && keeper ? keeper : browser;
        const result = await runCell(place, site, cell, pictureOf(cell));
        if (result.findings.length > 0) console.log(lineOf(result));
        return result;
      }),
    ),
  );
  yield* groupByCondition(results);
  yield tableOf(results);
  yield await provePolicy([browser, ...(keeper ? [keeper] : [])]);
}

function* groupByCondition(results: readonly Result[]): Generator<Part> {
  for (const [name, own] of Map.groupBy(results, ({ cell }) => cell.condition.name)) {
    const seconds = own.reduce((sum, { durationMs }) => sum + durationMs, 0) / 1_000;
    yield {
      name,
      figures: { cells: own.length, seconds: seconds.toFixed(0) },
      findings: own.filter(({ findings }) => findings.length > 0).map(lineOf),
    };
  }
}

function tableOf(results: readonly Result[]): Part {
  const rows = [...Map.groupBy(results, ({ cell }) => cell.flow.name)].map(([name, own]) => {
    const failed = own.filter(({ findings }) => findings.length > 0).length;
    const seconds = own.reduce((sum, { durationMs }) => sum + durationMs, 0) / 1_000;
    return [name, { cells: own.length, failed, seconds: Number(seconds.toFixed(0)) }] as const;
  });
  const failed = results.filter(({ findings }) => findings.length > 0).length;
  return {
    name: `${results.length} cells, ${failed} failed`,
    figures: Object.fromEntries(rows),
    findings: [],
  };
}

/** What the pages' security policy forbade. */
async function provePolicy(browsers: readonly Browser[]): Promise<Part> {
  const findings: string[] = [];
  for (const browser of browsers) {
    findings.push(...new Set(await takeBreaches(browser)));
    await browser.close();
  }
  return { name: 'security policy', figures: {}, findings };
}

function lineOf({ cell: { flow, condition }, findings }: Result): string {
  return `${condition.name} × ${flow.name}: ${findings.join(' | ')}`;
}

function pictureOf({ flow, condition }: Cell): string {
  return path.join(folder, `${condition.name} x ${flow.name}.png`.replaceAll('/', '-'));
}

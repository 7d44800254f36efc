import { mkdirSync, rmSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
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

/** `flow` and `condition` are parts of names, with commas between; `list` lists all. `at-once`: cells side by side. */
export const flags = { flow: '', condition: '', list: false, 'at-once': 3 };

const folder = path.join(root, '.build/wild');

export async function* prove(given: typeof flags): AsyncGenerator<Part> {
  if (given.list) {
    yield { name: `flows: ${flows.map(({ name }) => name).join(', ')}`, figures: {}, findings: [] };
    yield { name: `conditions: ${conditions.map(({ name }) => name).join(', ')}`, figures: {}, findings: [] };
    return;
  }
  const cells = makeMatrix(
    flows.filter(({ name }) => isNamed(name, given.flow)),
    conditions.filter(({ name }) => isNamed(name, given.condition)),
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
  const running = cells.map((cell) => {
    const place = cell.condition.bringsPagesBack && keeper ? keeper : browser;
    return { cell, result: limit(() => runCell(place, site, cell, pictureOf(cell))) };
  });
  const results: Result[] = [];
  for (const [name, own] of Map.groupBy(running, ({ cell }) => cell.condition.name)) {
    const ended = await Promise.all(own.map(({ result }) => result));
    yield partOf(name, ended);
    results.push(...ended);
    await writeFile(path.join(folder, 'sentences.txt'), results.map(sentenceOf).join(''));
  }
  yield tableOf(results);
  yield await provePolicy([browser, ...(keeper ? [keeper] : [])]);
}

function isNamed(name: string, parts: string): boolean {
  return parts.split(',').some((part) => name.includes(part));
}

function partOf(name: string, results: readonly Result[]): Part {
  const seconds = results.reduce((sum, { durationMs }) => sum + durationMs, 0) / 1_000;
  return {
    name,
    figures: { cells: results.length, 'seconds of all cells': seconds.toFixed(0) },
    findings: results.filter(({ findings }) => findings.length > 0).map(lineOf),
  };
}

/** For a reader who wants to know whether what was said made sense. */
function sentenceOf({ cell: { flow, condition }, sentence }: Result): string {
  return sentence === undefined ? '' : `${condition.name} × ${flow.name}: ${sentence}\n`;
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

/** Nothing broke the pages' security policy. */
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

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pipelineScript } from './apertium-mode.ts';
import { createPipeline, EngineStopped, type Pipeline } from './apertium-pipeline.ts';
import { invertedMarks, protect, type Restore } from './apertium-stream.ts';
import { installed } from './installed.ts';

/** Translation on this machine, for as many pairs as its Apertium packages allow. */
export interface Apertium {
  /** `en>es` in Amazon Translate's codes; empty where Apertium is not installed. */
  readonly pairs: ReadonlySet<string>;
  /**
   * Line breaks, white space around lines, URLs, e-mail addresses, markup and symbols stay as they are.
   *
   * @throws PairMissing, EngineTimedOut, EngineFailed, EngineStopped, the signal's reason
   */
  translate(text: string, source: string, target: string, signal?: AbortSignal): Promise<string>;
  /** Ends every process; settles when they have ended. Nothing is translated after it. */
  stop(): Promise<void>;
}

/**
 * Each direction of Apertium (a mode) is a chain of programs that is started when it is first needed and ends
 * when it has been idle for `idleMs` (5 minutes by default). Modes are shared by the pairs that go through them.
 */
export function createApertium(options: ApertiumOptions = {}): Apertium {
  const { modesFolder = '/usr/share/apertium/modes', idleMs = 300_000, timeoutMs = 5_000 } = options;
  // Every mode begins with this program: where only the dictionaries are, nothing runs.
  const modes = installed('lt-proc') ? installedModes(modesFolder) : new Set<string>();
  const routes = possibleRoutes(modes);
  const pipelines = new Map<string, Pipeline>();
  let stopped = false;

  function pipelineOf(mode: string): Pipeline {
    if (stopped) throw new EngineStopped();
    const known = pipelines.get(mode);
    if (known) return known;
    const script = pipelineScript(readFileSync(join(modesFolder, `${mode}.mode`), 'utf8'));
    const pipeline = createPipeline(script, { idleMs, timeoutMs });
    pipelines.set(mode, pipeline);
    return pipeline;
  }

  async function translate(text: string, source: string, target: string, signal?: AbortSignal) {
    const route = routes.get(`${source}>${target}`);
    if (!route) throw new PairMissing(source, target);
    const hop = async (block: string) => {
      for (const mode of route) block = await pipelineOf(mode).ask(block, signal);
      return target.startsWith('es') ? invertedMarks(block) : block;
    };
    const lines = cleaned(text).split(lineBreaks);
    return (await Promise.all(lines.map((line) => translateLine(line, hop)))).join('');
  }

  async function stop() {
    stopped = true;
    await Promise.all(Array.from(pipelines.values(), (pipeline) => pipeline.stop()));
  }

  return { pairs: new Set(routes.keys()), translate, stop };
}

interface ApertiumOptions {
  readonly modesFolder?: string;
  readonly idleMs?: number;
  /** How long a started pipeline may take for one block. */
  readonly timeoutMs?: number;
}

export class PairMissing extends Error {
  override readonly name = 'PairMissing';
  constructor(source: string, target: string) {
    super(`No translation from ${source} to ${target} here`);
  }
}

/** NUL ends a block of Apertium's stream; composed letters are the ones in its dictionaries. */
function cleaned(text: string): string {
  return text.replaceAll('\0', '').normalize('NFC');
}

/** With the break itself as a line of its own, so that joining gives it back. */
const lineBreaks = /(\r\n|[\n\r\v\f\u0085\u2028\u2029])/;

async function translateLine(line: string, hop: Hop): Promise<string> {
  const core = line.trim();
  if (!/\p{L}/u.test(core)) return line;
  const start = line.indexOf(core);
  return line.slice(0, start) + (await translateCore(core, hop)) + line.slice(start + core.length);
}

/**
 * Protected parts travel as numbered blanks. Where grammar lost, doubled or reordered one, the words between
 * them are translated by themselves.
 */
async function translateCore(core: string, hop: Hop): Promise<string> {
  const { block, gaps, restore } = protect(core);
  const whole = restore(/\p{L}/u.test(block) ? await hop(block) : block);
  return whole ?? restoreGaps(gaps, restore, hop);
}

async function restoreGaps(gaps: readonly string[], restore: Restore, hop: Hop): Promise<string> {
  const translated = await Promise.all(
    gaps.map(async (gap) => {
      const core = gap.trim();
      if (!/\p{L}/u.test(core)) return gap;
      const start = gap.indexOf(core);
      return gap.slice(0, start) + (await hop(core)) + gap.slice(start + core.length);
    }),
  );
  return restore(translated.map((gap, index) => (index === 0 ? gap : `[${index - 1}]${gap}`)).join('')) ?? '';
}

type Hop = (block: string) => Promise<string>;

function installedModes(folder: string): ReadonlySet<string> {
  try {
    return new Set(readdirSync(folder).map((file) => file.replace(/\.mode$/, '')));
  } catch {
    return new Set();
  }
}

/** The modes of each pair whose modes are all installed. */
function possibleRoutes(installed: ReadonlySet<string>): Map<string, readonly string[]> {
  const routes = new Map<string, readonly string[]>();
  for (const [source, toCatalan] of Object.entries(intoCatalan)) {
    for (const [target, fromCatalan] of Object.entries(outOfCatalan)) {
      if (base(source) !== base(target)) routes.set(`${source}>${target}`, [...toCatalan, ...fromCatalan]);
    }
  }
  for (const [pair, route] of Object.entries(direct)) routes.set(pair, route);
  for (const [pair, route] of routes) {
    if (!route.every((mode) => installed.has(mode))) routes.delete(pair);
  }
  return routes;
}

function base(code: string): string {
  return code.replace(/-.*/, '');
}

/**
 * Apertium's Catalan pairs are its best kept: English ↔ Spanish and French ↔ Italian read better through
 * Catalan than by any other way. Between varieties of one language Apertium has nothing to offer.
 */
const intoCatalan: Readonly<Record<string, readonly string[]>> = {
  ca: [],
  en: ['eng-cat'],
  es: ['spa-cat'],
  'es-MX': ['spa-cat'],
  fr: ['fra-cat'],
  'fr-CA': ['fra-cat'],
  it: ['ita-cat'],
  pt: ['por-cat'],
  'pt-PT': ['por-cat'],
};
const outOfCatalan: typeof intoCatalan = {
  ca: [],
  en: ['cat-eng'],
  es: ['cat-spa'],
  'es-MX': ['cat-spa'],
  fr: ['cat-fra'],
  'fr-CA': ['cat-fra'],
  it: ['cat-ita'],
  pt: ['cat-por_BR'],
  'pt-PT': ['cat-por'],
};

/** Where one direct mode reads as well as two, or is the only way. */
const direct: typeof intoCatalan = {
  'es>pt': ['es-pt_BR'],
  'es-MX>pt': ['es-pt_BR'],
  'es>pt-PT': ['es-pt'],
  'es-MX>pt-PT': ['es-pt'],
  'pt>es': ['pt-es'],
  'pt>es-MX': ['pt-es'],
  'pt-PT>es': ['pt-es'],
  'pt-PT>es-MX': ['pt-es'],
  'it>es': ['ita-spa'],
  'it>es-MX': ['ita-spa'],
  'ro>es': ['ro-es'],
  'ro>es-MX': ['ro-es'],
  'ro>en': ['ro-es', 'spa-cat', 'cat-eng'],
  'id>ms': ['ind-zlm'],
  'ms>id': ['zlm-ind'],
  'sv>da': ['swe-dan'],
  'da>sv': ['dan-swe'],
};

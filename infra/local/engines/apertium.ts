import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { EngineStopped, Pipeline, writePipelineScript } from './apertium-pipeline.ts';
import { addInvertedMarks, joinTexts, protect } from './apertium-stream.ts';
import { isInstalled } from './process-group.ts';

/** Each mode is a chain of programs that starts on demand, ends after `idleMs`, and serves several pairs. */
export function createApertium(options: ApertiumOptions = {}) {
  const { modesFolder = '/usr/share/apertium/modes', idleMs = 300_000, timeoutMs = 5_000, stallMs } = options;
  // Every mode needs lt-proc; dictionaries alone do not run.
  const modes = isInstalled('lt-proc') ? listModes(modesFolder) : new Set<string>();
  const routes = findRoutes(modes);
  const pipelines = new Map<string, Pipeline>();
  let isStopped = false;

  function getPipeline(mode: string): Pipeline {
    if (isStopped) throw new EngineStopped();
    const known = pipelines.get(mode);
    if (known) return known;
    const script = writePipelineScript(readFileSync(join(modesFolder, `${mode}.mode`), 'utf8'));
    const pipeline = new Pipeline(script, { idleMs, timeoutMs, ...(stallMs && { stallMs }) });
    pipelines.set(mode, pipeline);
    return pipeline;
  }

  /**
   * Keeps line breaks, white space around lines, URLs, email addresses, markup and symbols.
   * @throws PairMissing, EngineTimedOut, EngineFailed, EngineStopped, the signal's reason
   */
  async function translate(text: string, source: string, target: string, signal?: AbortSignal) {
    const route = routes.get(`${source}>${target}`);
    if (!route) throw new PairMissing(`No translation from ${source} to ${target} on this machine`);
    for (const mode of route) getPipeline(mode).wake();
    const translateBlock = async (block: string) => {
      for (const mode of route) block = await getPipeline(mode).ask(block, signal);
      return target.startsWith('es') ? addInvertedMarks(block) : block;
    };
    const translateLine = (line: string) =>
      translateTrimmed(line, (core) => translateProtected(core, translateBlock));
    // NUL ends a block; the dictionaries use composed letters.
    const lines = text.replaceAll('\0', '').normalize('NFC').split(lineBreaks);
    return (await Promise.all(lines.map(translateLine))).join('');
  }

  /** Settles when all processes have ended. */
  async function stop() {
    isStopped = true;
    await Promise.all(Array.from(pipelines.values(), (pipeline) => pipeline.stop()));
  }

  /** `en>es`, in Amazon Translate's codes. Empty if Apertium is not installed. */
  const pairs: ReadonlySet<string> = new Set(routes.keys());
  return { pairs, translate, stop };
}

interface ApertiumOptions {
  readonly modesFolder?: string;
  readonly idleMs?: number;
  /** Limit for one block. */
  readonly timeoutMs?: number;
  readonly stallMs?: number;
}

export class PairMissing extends Error {
  override readonly name = 'PairMissing';
}

/** The group keeps the breaks when splitting. */
const lineBreaks = /(\r\n|[\n\r\v\f\u0085\u2028\u2029])/;

/** Keeps white space around the text. */
async function translateTrimmed(text: string, translate: Translate): Promise<string> {
  const core = text.trim();
  if (!/\p{L}/u.test(core)) return text;
  const start = text.indexOf(core);
  return text.slice(0, start) + (await translate(core)) + text.slice(start + core.length);
}

/** If the engine loses or reorders a protected part, translates the texts between the parts separately. */
async function translateProtected(core: string, translate: Translate): Promise<string> {
  const { block, texts, restore } = protect(core);
  const whole = restore(/\p{L}/u.test(block) ? await translate(block) : block);
  if (whole !== undefined) return whole;
  const translated = await Promise.all(texts.map((text) => translateTrimmed(text, translate)));
  return restore(joinTexts(translated)) ?? '';
}

type Translate = (block: string) => Promise<string>;

function listModes(folder: string): ReadonlySet<string> {
  try {
    return new Set(readdirSync(folder).map((file) => file.replace(/\.mode$/, '')));
  } catch {
    return new Set();
  }
}

/** Modes of each pair, if all are installed. */
function findRoutes(installed: ReadonlySet<string>): Map<string, readonly string[]> {
  const known: Record<string, readonly string[]> = {};
  for (const [source, toCatalan] of Object.entries(intoCatalan)) {
    for (const [target, fromCatalan] of Object.entries(outOfCatalan)) {
      if (source.slice(0, 2) !== target.slice(0, 2))
        known[`${source}>${target}`] = [...toCatalan, ...fromCatalan];
    }
  }
  const routes = new Map<string, readonly string[]>();
  for (const [pair, route] of Object.entries({ ...known, ...routeOverrides })) {
    if (!route.every((mode) => installed.has(mode))) continue;
    const [sources = [], targets = []] = pair.split('>').map((code) => [code, ...(regions[code] ?? [])]);
    for (const source of sources) for (const target of targets) routes.set(`${source}>${target}`, route);
  }
  return routes;
}

/** Amazon Translate's codes for variants that Apertium does not distinguish. */
const regions: Readonly<Record<string, readonly string[]>> = { es: ['es-MX'], fr: ['fr-CA'] };

/** Apertium's Catalan pairs are its best: translating through Catalan usually beats other routes. */
const intoCatalan: Readonly<Record<string, readonly string[]>> = {
  ca: [],
  en: ['eng-cat'],
  es: ['spa-cat'],
  fr: ['fra-cat'],
  it: ['ita-cat'],
  pt: ['por-cat'],
  'pt-PT': ['por-cat'],
};
const outOfCatalan: typeof intoCatalan = {
  ca: [],
  en: ['cat-eng'],
  es: ['cat-spa'],
  fr: ['cat-fra'],
  it: ['cat-ita'],
  pt: ['cat-por_BR'],
  'pt-PT': ['cat-por'],
};

/** Pairs with another route that is as good, and pairs that the tables above do not connect. */
const routeOverrides: typeof intoCatalan = {
  'es>pt': ['es-pt_BR'],
  'es>pt-PT': ['es-pt'],
  'pt>es': ['pt-es'],
  'pt-PT>es': ['pt-es'],
  'it>es': ['ita-spa'],
  'ro>es': ['ro-es'],
  'ro>en': ['ro-es', 'spa-cat', 'cat-eng'],
  'id>ms': ['ind-zlm'],
  'ms>id': ['zlm-ind'],
  'sv>da': ['swe-dan'],
  'da>sv': ['dan-swe'],
};

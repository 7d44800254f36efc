import { getSeparator } from '../../text/spacing.ts';
import { type Attempt, type Ends, planAttempts } from './attempts.ts';
import { symbols } from './parts.ts';
import { splitSentences } from './sentences.ts';

/**
 * Translates text of any length, line by line. The engine alone loses emoji and line breaks, doubles single words, and
 * half translates capitals.
 *
 * @param ask the engine, which takes HTML; each call is one batch
 */
export async function translateText(text: string, ends: Ends, ask: Ask): Promise<string> {
  const pieces = text.split(lineBreaks).flatMap((line) => splitLine(line, ends));
  const plans = pieces.map(({ core }) => (/\p{L}/u.test(core) ? planAttempts(core, ends) : undefined));
  const translated = await runPlans(plans, ask);
  return pieces
    .map(({ before, core, after }, index) => before + (translated[index] ?? core) + after)
    .join('');
}

type Ask = (texts: readonly string[]) => Promise<string[]>;

/** The group keeps the breaks when splitting. */
const lineBreaks = /(\r\n|[\n\r\v\f\u0085\u2028\u2029])/;

/** Sentences of a line; marks around them are not the engine's. */
function splitLine(line: string, ends: Ends) {
  const sentences = splitSentences(line, ends.source);
  return sentences.map((sentence, index) => {
    const [, before = '', core = '', after = ''] = around.exec(sentence) ?? [];
    const isLast = index === sentences.length - 1;
    return { before, core, after: isLast ? after : spaceAfter(after, ends) };
  });
}

function spaceAfter(after: string, { source, target }: Ends): string {
  if (getSeparator(target) === '') return after.replace(/^ $/, '');
  return after === '' ? getSeparator(target) && (getSeparator(source) === '' ? ' ' : '') : after;
}

const around = new RegExp(`^((?:\\s|${symbols.source})*)(.*?)((?:\\s|${symbols.source})*)$`, 'su');

/** All first attempts in one batch, then the next attempt of those that failed. */
async function runPlans(plans: readonly (readonly Attempt[] | undefined)[], ask: Ask) {
  const translated: (string | undefined)[] = plans.map(() => undefined);
  for (let round = 0; ; round++) {
    const open = plans.flatMap((plan, index) => {
      const attempt = plan?.[round];
      return attempt && translated[index] === undefined ? { index, attempt } : [];
    });
    if (open.length === 0) return translated;
    const answers = await ask(open.flatMap(({ attempt }) => attempt.texts));
    for (const { index, attempt } of open) {
      translated[index] = attempt.read(answers.splice(0, attempt.texts.length));
    }
  }
}

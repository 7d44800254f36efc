import type { RecognitionProfile } from '../recognition-profiles.ts';
import { beginsWith, countKept, splitWords } from './words.ts';

/** One entry of the recogniser's list. */
export interface RecognisedResult {
  readonly isFinal: boolean;
  readonly alternatives: readonly Alternative[];
}

interface Alternative {
  readonly transcript: string;
  /** 0 to 1; 0 or undefined if unknown. */
  readonly confidence?: number | undefined;
}

export interface RecognisedText {
  readonly text: string;
  readonly confidence: number;
}

export interface JoiningRules {
  /** Goes between two results. Empty in languages written without spaces. */
  readonly space: ' ' | '';
  readonly profile: Pick<RecognitionProfile, 'repeatsEarlierText'>;
}

/** The words of one recording so far. */
export interface Heard {
  /** Text that is no longer in `results`: from before a retry, or from before the recogniser started over. */
  readonly earlier: RecognisedText;
  /** The recogniser's list without its first `skipped` results, whose text is in `earlier`. */
  readonly results: readonly RecognisedResult[];
  readonly skipped: number;
  /** Time of the last change of the text. */
  readonly changedAtMs: number;
}

const noText: RecognisedText = { text: '', confidence: 1 };
export const nothingHeard: Heard = { earlier: noText, results: [], skipped: 0, changedAtMs: 0 };
const defaultConfidence = { interim: 0.8, final: 0.9 };

export function readHeard({ earlier, results }: Heard, rules: JoiningRules): RecognisedText {
  return mergeTexts([earlier, readResults(results, rules)], rules);
}

/**
 * Applies the recogniser's new list. Shown words disappear only if the recogniser revised them. After a
 * pause, recognisers of iPhones replace a sentence by the next one without a final result, so:
 *
 * - A list that begins with the shown words continues them.
 * - Within `standingMs` of the last change, other words in the same place are a revision, even unrelated ones: a
 *   recogniser needs more silence to begin a new sentence. A list that has also become shorter was started over.
 * - Later, it is a revision if it keeps more than half of the words. Otherwise the shown words stay, and it follows them.
 *
 * A wrong guess repeats words, which is better than losing them.
 */
export function hear(
  heard: Heard,
  list: readonly RecognisedResult[],
  atMs: number,
  rules: JoiningRules,
): Heard {
  const change = changeHeard(heard, list, atMs, rules);
  if (!change) return heard;
  const changed = { ...heard, ...change };
  const isSameText = readHeard(changed, rules).text === readHeard(heard, rules).text;
  return isSameText ? changed : { ...changed, changedAtMs: atMs };
}

function changeHeard(
  heard: Heard,
  list: readonly RecognisedResult[],
  atMs: number,
  rules: JoiningRules,
): Partial<Heard> | undefined {
  const read = (results: readonly RecognisedResult[]) => readResults(results, rules);
  const words = ({ text }: RecognisedText) => splitWords(text, rules.space);
  const { earlier } = heard;
  const isStartedOver = countSettled(list) < heard.skipped + countSettled(heard.results);
  const skipped = isStartedOver ? 0 : heard.skipped;
  const results = list.slice(skipped);
  if (heard.results.length > 0 && beginsWith(words(read(results)), words(readHeard(heard, rules))))
    return { earlier: noText, results, skipped };

  const settledCount = heard.results.findLastIndex(isSettled) + 1;
  const settled = read(heard.results.slice(0, settledCount));
  const shown = read(heard.results.slice(settledCount));
  const next = isStartedOver ? results : results.slice(settledCount);
  // A list without words, or without its last ones, is about to go on.
  if (read(next).text === '') return undefined;
  const isRevision = isRevised(words(shown), words(read(next)), {
    hasStood: atMs - heard.changedAtMs >= standingMs,
    isShorter: list.length < heard.skipped + heard.results.length,
  });
  if (!isRevision) {
    const kept = mergeTexts([earlier, settled, shown], rules);
    return { earlier: kept, results: next, skipped: isStartedOver ? 0 : skipped + settledCount };
  }
  return { earlier: isStartedOver ? mergeTexts([earlier, settled], rules) : earlier, results, skipped };
}

const standingMs = 500;

function isRevised(
  shown: readonly string[],
  next: readonly string[],
  { hasStood, isShorter }: { hasStood: boolean; isShorter: boolean },
): boolean {
  if (beginsWith(next, shown)) return true;
  return countKept(shown, next) * 2 > shown.length || !(hasStood || isShorter);
}

function readResults(results: readonly RecognisedResult[], rules: JoiningRules): RecognisedText {
  const texts = results.map((result) => {
    const { transcript, confidence } = chooseBest(result);
    const { interim, final } = defaultConfidence;
    // The reported confidence of interim words is meaningless.
    const isRestated = result.isFinal && !isSettled(result);
    return {
      text: transcript.trim(),
      confidence: result.isFinal ? confidence || final : interim,
      isRestated,
    };
  });
  return mergeTexts(texts, rules);
}

function chooseBest({ alternatives }: RecognisedResult): Alternative {
  return alternatives.reduce((best, each) => ((each.confidence ?? 0) > (best.confidence ?? 0) ? each : best));
}

/** Android still revises final words whose confidence is 0. */
function isSettled(result: RecognisedResult): boolean {
  return result.isFinal && chooseBest(result).confidence !== 0;
}

function countSettled(results: readonly RecognisedResult[]): number {
  return results.filter(isSettled).length;
}

/** On Android, each result may repeat the earlier text, and then replaces it; or only its beginning, and adds nothing. */
function mergeTexts(
  texts: readonly (RecognisedText & { isRestated?: boolean })[],
  { space, profile }: JoiningRules,
): RecognisedText {
  const kept: RecognisedText[] = [];
  const repeats = (next: string, earlier: string) =>
    profile.repeatsEarlierText && beginsWith(splitWords(next, space), splitWords(earlier, space));
  for (const next of texts) {
    if (next.text === '') continue;
    const all = kept.map(({ text }) => text).join(space);
    const last = kept.at(-1)?.text ?? '';
    if (repeats(next.text, all)) kept.length = 0;
    else if (repeats(next.text, last)) kept.pop();
    else if (next.isRestated && repeats(last, next.text)) continue;
    kept.push(next);
  }
  return {
    text: kept.map(({ text }) => text).join(space),
    confidence: Math.min(noText.confidence, ...kept.map(({ confidence }) => confidence)),
  };
}

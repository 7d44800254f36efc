import type { Item, Result } from '@aws-sdk/client-transcribe-streaming';
import type { Language } from '../../../shared/languages.ts';
import { getSeparator } from '../../../shared/text/spacing.ts';
import type { Words } from '../../tables/streams.ts';

export interface StreamResults {
  readonly finals: readonly Result[];
  /** The unfinished segment. */
  readonly partial: Result | undefined;
}

export const noResults: StreamResults = { finals: [], partial: undefined };

export function addResults(before: StreamResults, results: readonly Result[]): StreamResults {
  return results.reduce<StreamResults>(
    ({ finals }, result) =>
      result.IsPartial ? { finals, partial: result } : { finals: [...finals, result], partial: undefined },
    before,
  );
}

export function toWords({ finals, partial }: StreamResults, language: Language): Words {
  const partials = partial ? [partial] : [];
  return {
    transcript: joinTranscripts(finals, language),
    heardSeconds: getEnd(finals),
    interim: joinTranscripts(partials, language),
    // A result may end in silence, so its words decide.
    spokenSeconds: getEnd([...finals, ...partials].flatMap(listItems)),
  };
}

/** When the last of the results or items ended, in seconds of sent audio, like all seconds here. */
export function getEnd(parts: readonly Pick<Result | Item, 'EndTime'>[]): number {
  return Math.max(0, ...parts.map(({ EndTime = 0 }) => EndTime));
}

/** Drops words that the end of the audio may have cut; the next stream hears them whole. */
export function dropCutWords(
  { finals, partial }: StreamResults,
  seconds: number,
  language: Language,
): { readonly finals: readonly Result[]; readonly heardSeconds: number } {
  const safe = Math.max(0, seconds - unsafeSeconds);
  const items = finals.flatMap(listItems);
  const cut = items.find(({ Type, EndTime = 0 }) => Type !== 'punctuation' && EndTime > safe);
  if (!cut) {
    const partialFrom = (partial?.StartTime ?? Number.POSITIVE_INFINITY) - leadSeconds;
    const heardSeconds = Math.min(seconds - wordlessSeconds, partialFrom);
    return { finals, heardSeconds: Math.max(getEnd(items), heardSeconds) };
  }
  const { StartTime: from = 0 } = cut;
  const before = items.slice(0, items.indexOf(cut));
  return {
    finals: finals.map((result) => keepItems(result, before, language)),
    heardSeconds: Math.max(getEnd(before), from - leadSeconds),
  };
}

const unsafeSeconds = 0.5;
/** In speech that was cut off soon after it began, a recogniser may find no word at all. */
const wordlessSeconds = 2;
/** A recogniser needs some silence before a word. */
const leadSeconds = 0.2;

/** The mean of the words' confidences, 0 to 1; undefined if the recogniser gives none. */
export function getConfidence(finals: readonly Result[]): number | undefined {
  const confidences = finals.flatMap(listItems).flatMap(({ Confidence }) => Confidence ?? []);
  if (confidences.length === 0) return undefined;
  return confidences.reduce((total, each) => total + each, 0) / confidences.length;
}

export function joinTranscripts(results: readonly Result[], { code }: Language): string {
  return results
    .map(({ Alternatives: [best] = [] }) => best?.Transcript?.trim() ?? '')
    .filter((text) => text !== '')
    .join(getSeparator(code));
}

function listItems({ Alternatives: [best] = [] }: Result): readonly Item[] {
  return best?.Items ?? [];
}

function keepItems(result: Result, kept: readonly Item[], { code }: Language): Result {
  const Items = listItems(result).filter((item) => kept.includes(item));
  const Transcript = Items.reduce(
    (text, { Content = '', Type }) =>
      text === '' || Type === 'punctuation' ? text + Content : text + getSeparator(code) + Content,
    '',
  );
  return { ...result, Alternatives: [{ Items, Transcript }] };
}

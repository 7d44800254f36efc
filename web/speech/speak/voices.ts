import { findLanguage } from '../../../shared/languages.ts';
import { delay } from '../../browser/delay.ts';

/** The browser's best voice for a language, among those it has listed so far. */
export function findBrowserVoice(language: string): SpeechSynthesisVoice | undefined {
  if (!hasSynthesis) return undefined;
  // Remote voices are silent offline.
  if (!navigator.onLine) return findLocalVoice(language);
  return pickVoice(speechSynthesis.getVoices(), language);
}

/** A voice that speaks without a connection. */
export function findLocalVoice(language: string): SpeechSynthesisVoice | undefined {
  if (!hasSynthesis) return undefined;
  return pickVoice(
    speechSynthesis.getVoices().filter(({ localService }) => localService),
    language,
  );
}

/** Waits until the list is there, or no more voices are expected. */
export async function waitForVoices(): Promise<void> {
  while (areVoicesPending() && speechSynthesis.getVoices().length === 0)
    await new Promise((resolve) => setTimeout(resolve, checkEveryMs));
}

/** Waits until the voice is listed, or the list is complete. Rejects when aborted. */
export async function waitForVoice(language: string, signal: AbortSignal) {
  while (findBrowserVoice(language) === undefined && areVoicesPending()) await delay(checkEveryMs, signal);
  return findBrowserVoice(language);
}

/** The list is empty at first. Not every browser fires `voiceschanged` or has voices. */
export function areVoicesPending(): boolean {
  return hasSynthesis && performance.now() - loadedAtMs < maxWaitMs;
}

/** Also calls the listener when no more voices are expected. */
export function onVoicesChanged(listener: () => void): () => void {
  if (!hasSynthesis) return () => {};
  // Rounded up, because timers ignore fractions.
  const timer = setTimeout(listener, Math.ceil(maxWaitMs - (performance.now() - loadedAtMs)) + 1);
  speechSynthesis.addEventListener('voiceschanged', listener);
  return () => {
    clearTimeout(timer);
    speechSynthesis.removeEventListener('voiceschanged', listener);
  };
}

export function pickVoice<Voice extends Omit<SpeechSynthesisVoice, 'default'>>(
  voices: readonly Voice[],
  code: string,
): Voice | undefined {
  const wanted = listWantedTags(code);
  const ranked = voices
    .map((voice) => {
      const preference = (voice.localService ? -0.5 : 0) + (isPoor(voice) ? wanted.length * 2 : 0);
      return { voice, rank: rankTag(readTag(voice.lang), wanted) + preference };
    })
    .filter(({ rank }) => rank < Number.POSITIVE_INFINITY)
    .sort((one, other) => one.rank - other.rank);
  return ranked[0]?.voice;
}

const hasSynthesis = typeof speechSynthesis !== 'undefined';
const loadedAtMs = performance.now();
const maxWaitMs = 2_000;
const checkEveryMs = 100;
/** In Chinese, another region's voice speaks another language. */
const strictlyRegional = new Set(['zh-CN', 'zh-TW', 'zh-HK']);

function listWantedTags(code: string): string[] {
  const language = findLanguage(code);
  const exact = language?.code ?? code;
  if (exact === 'zh-HK') return ['zh-hk', 'yue'];
  if (strictlyRegional.has(exact)) return [exact.toLowerCase()];
  if (exact === 'no') return ['nb-no', 'no', 'nb', 'nn'];
  if (exact === 'es-419') return ['es-419', 'es-mx', 'es-us', 'es'];
  const transcribeTag = language?.transcribe.toLowerCase() ?? '';
  return [exact.toLowerCase(), transcribeTag, exact.toLowerCase().split('-')[0] ?? ''];
}

function rankTag(tag: string, wanted: readonly string[]): number {
  const exact = wanted.indexOf(tag);
  if (exact >= 0) return exact;
  const related = wanted.findIndex((each) => tag.startsWith(`${each}-`));
  return related >= 0 ? wanted.length + related : Number.POSITIVE_INFINITY;
}

/** Android writes `zh_TW_#Hant` and `in_ID`, Firefox there `eng-US-f000`, and some phones’ engines `spa-ESP-f00`. */
function readTag(voiceTag: string): string {
  const subtags = voiceTag.split(/[-_]/);
  for (; subtags.length > 0; subtags.pop()) {
    try {
      return new Intl.Locale(subtags.join('-')).baseName.toLowerCase();
    } catch {}
  }
  return '';
}

/** Apple's devices list joke voices, and robots of the nineties, before their own: in Safari all are the default. */
function isPoor({ voiceURI, name }: Pick<SpeechSynthesisVoice, 'voiceURI' | 'name'>): boolean {
  return /com\.apple\.(eloquence|speech\.synthesis\.voice)\./.test(voiceURI) || poorNames.test(name);
}

/** Chrome tells no more than the name. */
const poorNames =
  /^((Eddy|Flo|Grandma|Grandpa|Reed|Rocko|Sandy|Shelley) \(.*|Albert|Bad News|Bahh|Bells|Boing|Bubbles|Cellos|Deranged|Fred|Good News|Hysterical|Jester|Junior|Kathy|Organ|Pipe Organ|Princess|Ralph|Superstar|Trinoids|Whisper|Wobble|Zarvox)$/;

import { isEntitled, type Status } from '../billing/status.ts';
import { onConnectionChanged } from '../browser/online.ts';
import { getName } from '../language/language-name.ts';
import { joinSentences } from '../language/sentences.ts';
import { canSpeak, type Health } from '../system/health.ts';
import * as texts from '../texts/speech.ts';
import { type Browser, getBrowser } from './browser.ts';
import { canListen, hasRecogniser, inputMethods } from './recognise/input-methods.ts';
import { areVoicesPending, findBrowserVoice, onVoicesChanged } from './speak/voices.ts';

export type Abilities = ReturnType<typeof findAbilities>;

/** A note to show beside a language's name, and a full message. */
export interface SpeechProblem {
  readonly note: string;
  readonly message: string;
}

/** Says what works in this browser, for all badges and buttons. Unknown counts as supported. */
export function findAbilities(health: Health | undefined, status: Status | undefined) {
  return {
    findListenProblem: (language: string) => findListenProblem(language, getBrowser(), health),
    findSpeakProblem: (language: string) => findSpeakProblem(language, health, status),
  };
}

/** Reports now, and again when voices, input methods or the connection change. */
export function watchAbilities(
  health: Health | undefined,
  status: Status | undefined,
  onChange: (abilities: Abilities) => void,
): () => void {
  const update = () => onChange(findAbilities(health, status));
  update();
  const stops = [onVoicesChanged(update), inputMethods.subscribe(update), onConnectionChanged(update)];
  return () => {
    for (const stop of stops) stop();
  };
}

export function findListenProblem(language: string, browser: Browser, health: Health | undefined) {
  if (canListen(language, browser, health)) return undefined;
  const name = nameLanguage(language);
  const problem = hasRecogniser(browser) ? texts.unsupported(name) : texts.unsupportedByBrowser(name);
  return { note: texts.typingOnly, message: joinSentences(problem, texts.typeInstead) };
}

function findSpeakProblem(language: string, health: Health | undefined, status: Status | undefined) {
  if (findBrowserVoice(language) || areVoicesPending()) return undefined;
  const name = nameLanguage(language);
  if (!navigator.onLine) return { note: texts.noVoiceOfflineNote, message: texts.noVoiceOffline(name) };
  const hasServerVoice = canSpeak(health, language);
  if (hasServerVoice && (status === undefined || isEntitled(status))) return undefined;
  const message = texts.noVoice(name);
  return hasServerVoice && health?.engines.speech.up
    ? { note: texts.premiumVoiceNote, message: joinSentences(message, texts.premiumVoice(name)) }
    : { note: texts.noVoiceNote, message };
}

function nameLanguage(language: string): string {
  return getName(language);
}

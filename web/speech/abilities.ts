import { findLanguage } from '../../shared/languages.ts';
import { isPremium, type Status } from '../billing/status.ts';
import { canSpeak, type Health } from '../system/health.ts';
import { type Browser, thisBrowser } from './browser.ts';
import { canListen, hasRecogniser, inputMethods } from './recognise/input-methods.ts';
import { browserVoice, mayVoicesCome, onVoicesChanged } from './speak/voices.ts';

/**
 * What can be done here with speech in a language. The list of languages, the record button and the buttons that speak
 * all ask it, so that none promises what another refuses. As long as something is not known it counts as possible.
 */
export interface Abilities {
  /** Why speech in it is not understood; undefined where it is. */
  findListenProblem(language: string): Limitation | undefined;
  /** Why a text in it is not heard; undefined where it is. */
  findSpeakProblem(language: string): Limitation | undefined;
}

/** Why something cannot be done, for people: in a few words beside a language's name, and in full. */
export interface Limitation {
  readonly note: string;
  readonly sentence: string;
}

/** As the server's engines, the visitor's plan, this browser and its connection are when it is asked. */
export function abilitiesHere(health: Health | undefined, status: Status | undefined): Abilities {
  return {
    findListenProblem: (language) => findListenProblem(language, thisBrowser(), health),
    findSpeakProblem: (language) => findSpeakProblem(language, health, status),
  };
}

/**
 * Tells what can be done, at once and anew when the browser's voices become known, when an input method turns out to be
 * of no use, and when the connection goes or comes.
 *
 * @returns what ends it
 */
export function watchAbilities(
  health: Health | undefined,
  status: Status | undefined,
  tell: (abilities: Abilities) => void,
): () => void {
  const look = () => tell(abilitiesHere(health, status));
  look();
  const forgetVoices = onVoicesChanged(look);
  const forgetMethods = inputMethods.subscribe(look);
  addEventListener('online', look);
  addEventListener('offline', look);
  return () => {
    forgetVoices();
    forgetMethods();
    removeEventListener('online', look);
    removeEventListener('offline', look);
  };
}

/** Why nothing here recognises speech in the language; undefined if something may. */
export function findListenProblem(
  language: string,
  browser: Browser,
  health: Health | undefined,
): Limitation | undefined {
  if (canListen(language, browser, health)) return undefined;
  const name = nameOf(language);
  const problem = hasRecogniser(browser)
    ? `Speech in ${name} cannot be recognised here.`
    : `Speech recognition is not supported in this browser for ${name}.`;
  return { note: 'typing only', sentence: `${problem} Type the text instead.` };
}

function findSpeakProblem(
  language: string,
  health: Health | undefined,
  status: Status | undefined,
): Limitation | undefined {
  if (browserVoice(language) || mayVoicesCome()) return undefined;
  const name = nameOf(language);
  if (!navigator.onLine) {
    return {
      note: 'no voice offline',
      sentence: `You are offline, and no voice for ${name} is on this device. Read it, or try again later.`,
    };
  }
  const hasServer = canSpeak(health, language);
  if (hasServer && (status === undefined || isPremium(status))) return undefined;
  const sentence = `There is no voice for ${name} here.`;
  return hasServer && health?.engines.speech.up
    ? { note: 'voice with Premium', sentence: `${sentence} Premium has one.` }
    : { note: 'no voice', sentence };
}

function nameOf(language: string): string | undefined {
  return findLanguage(language)?.name;
}

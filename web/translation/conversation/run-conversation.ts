import { isLanguageCode } from '../../../shared/languages.ts';
import { isSignedIn } from '../../auth/signed-in.ts';
import { userQuery } from '../../auth/user.ts';
import { addLeaveGuard } from '../../browser/leaving.ts';
import type { Machine } from '../../browser/machine.ts';
import { remember } from '../../browser/remembered.ts';
import { queryClient } from '../../queries.ts';
import { settings } from '../../settings/settings.ts';
import { getBrowser } from '../../speech/browser.ts';
import { speaker } from '../../speech/speak/speaker.ts';
import { privateMode } from '../private-mode.ts';
import { runTranslator } from '../translator/run-translator.ts';
import { createServices, hasTranslated, runCommonEffects } from '../translator/services.ts';
import type { TranslatorEvent } from '../translator/translator.ts';
import {
  type Conversation,
  type ConversationEvent,
  createConversation,
  languageOf,
  next,
  type SavedConversation,
  type Turn,
} from './conversation.ts';

export type RunningConversation = Machine<Conversation, ConversationEvent | TranslatorEvent>;

export function getPageConversation(): RunningConversation {
  running ??= runConversation();
  return running;
}

let running: RunningConversation | undefined;

/** Problems are shown on the side of the person who spoke, not in a toast. */
export function runConversation(): RunningConversation {
  const { defaultSourceLang, defaultTargetLang } = settings.get();
  let isSpeaking = false;
  const conversation: RunningConversation = runTranslator<Conversation, ConversationEvent>(
    next,
    createConversation(defaultSourceLang, defaultTargetLang, getBrowser()),
    {
      ...createServices(),
      onChange(state, before) {
        runCommonEffects(state, before);
        if (hasTranslated(state, before)) speakTurn(state, before.turnId);
        if (savedFields.some((field) => state[field] !== before[field])) saveConversation(state);
      },
    },
  );

  function speakTurn({ turns, isMuted }: Conversation, id: number | undefined): void {
    // Cutting off an earlier translation does not count as its end.
    isSpeaking = false;
    const turn = turns.find((turn) => turn.id === id);
    // Words that may have been misheard wait for a tap.
    if (turn?.translation && !isMuted && !turn.isUnsure)
      speaker.speak(`turn-${turn.id}`, turn.translation, turn.translationLanguage, { isAuto: true });
    isSpeaking = !isMuted && speaker.get().phase !== 'silent';
    if (!isSpeaking) conversation.send({ type: 'speaking-ended' });
  }

  speaker.subscribe(() => {
    if (!isSpeaking || speaker.get().phase !== 'silent') return;
    isSpeaking = false;
    conversation.send({ type: 'speaking-ended' });
  });
  addEventListener('pagehide', () => conversation.send({ type: 'page-left' }));
  addLeaveGuard({
    save: () => saveConversation(conversation.get()),
    isBusy() {
      const { phase, turns } = conversation.get();
      return phase !== 'idle' || turns.some(({ clips }) => clips.length > 0);
    },
  });
  return conversation;
}

const savedFields = ['turns', 'cleared', 'drafts', 'side', 'source', 'target'] as const;

interface StoredConversation extends SavedConversation {
  /** The user's id; null for a guest. */
  readonly owner: string | null;
}

const remembered = remember('parley.conversation', parseStored);
/** Ids of turns from private mode, which are never saved. */
const privateTurns = new Set<number>();

/** Saves the conversation for this tab, because phones unload background pages. Omits sound and cleared turns. */
function saveConversation(conversation: Conversation): void {
  if (conversation.turns.length === 0 && conversation.cleared.length === 0) privateTurns.clear();
  if (privateMode.get()) {
    for (const { id } of conversation.turns) privateTurns.add(id);
    remembered.write(undefined);
    return;
  }
  // Undefined until the signed-in user has loaded.
  const owner = isSignedIn() ? queryClient.getQueryData(userQuery.queryKey)?.id : null;
  if (owner === undefined) return;
  const turns = conversation.turns
    .filter(({ id, text }) => text !== '' && !privateTurns.has(id))
    .map((turn) => ({ ...turn, clips: [] }));
  const languages = { near: languageOf(conversation, 'near'), far: languageOf(conversation, 'far') };
  const { drafts } = conversation;
  const isEmpty = turns.length === 0 && drafts.near === '' && drafts.far === '';
  remembered.write(isEmpty ? undefined : { owner, languages, drafts, turns });
}

/** A guest keeps the conversation after logging in. @param user id of the signed-in account; null for a guest */
export function loadConversation(user: string | null): SavedConversation | undefined {
  const stored = remembered.read();
  if (!stored || stored.owner === null || stored.owner === user) return stored;
  remembered.write(undefined);
  return undefined;
}

/** An earlier version of the app may have stored something else. */
function parseStored(value: unknown): StoredConversation | undefined {
  try {
    const stored = value as StoredConversation;
    const { languages, drafts } = stored;
    if (![languages.near, languages.far].every(isLanguageCode)) return undefined;
    if (typeof drafts.near !== 'string' || typeof drafts.far !== 'string') return undefined;
    return { ...stored, turns: stored.turns.filter(isTurn) };
  } catch {
    return undefined;
  }
}

function isTurn({ id, side, text, language, translation, translationLanguage }: Turn): boolean {
  return (
    Number.isInteger(id) &&
    (side === 'near' || side === 'far') &&
    typeof text === 'string' &&
    isLanguageCode(language) &&
    isLanguageCode(translationLanguage) &&
    (translation === undefined || typeof translation === 'string')
  );
}

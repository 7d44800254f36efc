import { addLeaveGuard } from '../../browser/leaving.ts';
import type { Machine } from '../../browser/machine.ts';
import { settings } from '../../settings/settings.ts';
import { getBrowser } from '../../speech/browser.ts';
import { speaker } from '../../speech/speak/speaker.ts';
import { runTranslator } from '../translator/run-translator.ts';
import { createServices, hasTranslated, runCommonEffects } from '../translator/services.ts';
import type { TranslatorEvent } from '../translator/translator.ts';
import { type Conversation, type ConversationEvent, createConversation, next } from './conversation.ts';
import { saveConversation } from './saved-conversation.ts';

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
    if (turn?.translation && !isMuted)
      speaker.speak(`turn-${turn.id}`, turn.translation, turn.translationLanguage, { isAuto: true });
    isSpeaking = !isMuted && speaker.get().phase !== 'silent';
    if (!isSpeaking) conversation.send({ type: 'speaking-ended' });
  }

  speaker.subscribe(() => {
    if (!isSpeaking || speaker.get().phase !== 'silent') return;
    isSpeaking = false;
    conversation.send({ type: 'speaking-ended' });
  });
  addEventListener('pagehide', () => conversation.send({ type: 'cancelled' }));
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

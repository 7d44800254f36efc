import { addLeaveGuard } from '../../browser/leaving.ts';
import type { Machine } from '../../browser/machine.ts';
import { settings } from '../../settings/settings.ts';
import { getBrowser } from '../../speech/browser.ts';
import { speaker } from '../../speech/speak/speaker.ts';
import type { ConversationEvent } from '../conversation/conversation.ts';
import { runConversation } from '../conversation/run-conversation.ts';
import { createServices, hasTranslated, runCommonEffects } from '../conversation/services.ts';
import { createDialogue, type Dialogue, type DialogueEvent, next } from './dialogue.ts';
import { saveDialogue } from './saved-dialogue.ts';

export type RunningDialogue = Machine<Dialogue, DialogueEvent | ConversationEvent>;

export function getPageDialogue(): RunningDialogue {
  running ??= runDialogue();
  return running;
}

let running: RunningDialogue | undefined;

/** Problems are shown on the side of the person who spoke, not in a toast. */
export function runDialogue(): RunningDialogue {
  const { defaultSourceLang, defaultTargetLang } = settings.get();
  let isSpeaking = false;
  const dialogue: RunningDialogue = runConversation<Dialogue, DialogueEvent>(
    next,
    createDialogue(defaultSourceLang, defaultTargetLang, getBrowser()),
    {
      ...createServices(),
      onChange(state, before) {
        runCommonEffects(state, before);
        if (hasTranslated(state, before)) speakTurn(state, before.turnId);
        if (savedFields.some((field) => state[field] !== before[field])) saveDialogue(state);
      },
    },
  );

  function speakTurn({ turns, isMuted }: Dialogue, id: number | undefined): void {
    // Cutting off an earlier translation does not count as its end.
    isSpeaking = false;
    const turn = turns.find((turn) => turn.id === id);
    if (turn?.translation && !isMuted)
      speaker.speak(`turn-${turn.id}`, turn.translation, turn.translationLanguage, { isAuto: true });
    isSpeaking = !isMuted && speaker.get().phase !== 'silent';
    if (!isSpeaking) dialogue.send({ type: 'speaking-ended' });
  }

  speaker.subscribe(() => {
    if (!isSpeaking || speaker.get().phase !== 'silent') return;
    isSpeaking = false;
    dialogue.send({ type: 'speaking-ended' });
  });
  addEventListener('pagehide', () => dialogue.send({ type: 'cancelled' }));
  addLeaveGuard({
    save: () => saveDialogue(dialogue.get()),
    isBusy() {
      const { phase, turns } = dialogue.get();
      return phase !== 'idle' || turns.some(({ clips }) => clips.length > 0);
    },
  });
  return dialogue;
}

const savedFields = ['turns', 'cleared', 'drafts', 'side', 'source', 'target'] as const;

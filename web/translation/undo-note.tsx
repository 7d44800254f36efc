import { NoticeButton } from '../components/toasts/notice.tsx';
import { toasts } from '../components/toasts/toasts.ts';
import * as texts from '../texts/translator.ts';
import { findLoss } from './translator/loss.ts';
import type { MachineProps } from './translator/translator.ts';

/** Says in a card what was cleared there, and brings it back. Stays until the visitor does something new. */
export function UndoNote({ card, translator, send }: UndoNoteProps) {
  const loss = findLoss(translator);
  const isHere = loss !== undefined && (loss === 'translation') === (card === 'card-translation');

  function undo(): void {
    send({ type: 'undone' });
    toasts.show(texts.undone);
    // The button disappears; focusing the text area would open a phone's keyboard.
    document.getElementById(card)?.focus({ preventScroll: true });
  }

  return (
    <div role="status" className="empty:absolute">
      {isHere && (
        <p className="flex flex-wrap items-center gap-x-3 py-2 text-sm">
          <span>{texts.cleared[loss]}</span>
          <NoticeButton onClick={undo}>{texts.undo}</NoticeButton>
        </p>
      )}
    </div>
  );
}

interface UndoNoteProps extends MachineProps {
  card: 'card-speech-input' | 'card-translation';
}

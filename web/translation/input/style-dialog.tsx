import { findLanguage } from '../../../shared/languages.ts';
import { Button } from '../../components/controls/button.tsx';
import { Choice } from '../../components/controls/choice.tsx';
import { Toggle } from '../../components/controls/toggle.tsx';
import { Dialog } from '../../components/dialogs/dialog.tsx';
import { type Conversation, type ConversationEvent, canTranslate } from '../conversation/conversation.ts';
import { TranslationCost } from '../result/translation-cost.tsx';
import { type Offered, type Style, style } from './style.ts';

/** What can be said about how translations are wanted. Nothing is translated anew unless it is asked for. */
export function StyleDialog({ isOpen, onClose, conversation, offered, isOld, send }: StyleDialogProps) {
  const { formality, profanity } = style.get();
  const language = findLanguage(conversation.target)?.name;
  const canRenew = isOld && canTranslate(conversation);

  function renew(): void {
    onClose();
    send({ type: 'translate-asked' });
  }

  return (
    <Dialog
      title="Style of translations"
      isOpen={isOpen}
      onClose={onClose}
      actions={
        <>
          {canRenew && (
            <Button look="primary" onClick={renew}>
              Translate again
            </Button>
          )}
          <Button look={canRenew ? 'plain' : 'primary'} onClick={onClose}>
            Done
          </Button>
        </>
      }
    >
      <p className="text-muted">What {language} offers. Your choice is kept in this browser.</p>
      {offered.formality && (
        <div className="mt-5">
          <p className="mb-2 font-medium">How people are addressed</p>
          <Choice
            label="How people are addressed"
            options={formalities}
            value={formality ?? 'any'}
            onChange={(value) =>
              style.change({ ...(value !== 'any' && { formality: value }), ...keep({ profanity }) })
            }
          />
          <p className="mt-2 text-sm text-muted">Formal for strangers, informal for friends and children.</p>
        </div>
      )}
      {offered.profanity && (
        <div className="mt-5">
          <Toggle
            label="Mask swear words"
            hint="Each becomes ?$#@$ in the translation."
            isOn={profanity === 'mask'}
            onChange={(isOn) => style.change({ ...keep({ formality }), ...(isOn && { profanity: 'mask' }) })}
          />
        </div>
      )}
      <div role="status">
        {canRenew && (
          <p className="mt-5">
            What stands on the page is from before. <TranslationCost of="Translating again" />
          </p>
        )}
      </div>
    </Dialog>
  );
}

interface StyleDialogProps {
  isOpen: boolean;
  onClose: () => void;
  conversation: Conversation;
  offered: Offered;
  /** The translation that stands was asked for in another style. */
  isOld: boolean;
  send: (event: ConversationEvent) => void;
}

const formalities = [
  { value: 'any', label: 'As it comes' },
  { value: 'formal', label: 'Formal' },
  { value: 'informal', label: 'Informal' },
] as const;

/** Without what is not chosen. */
function keep({ formality, profanity }: { [Name in keyof Style]?: Style[Name] | undefined }): Style {
  return { ...(formality && { formality }), ...(profanity && { profanity }) };
}

import { useStore } from '../../browser/store.ts';
import { Button } from '../../components/controls/button.tsx';
import { SegmentedControl } from '../../components/controls/segmented-control.tsx';
import { Toggle } from '../../components/controls/toggle.tsx';
import { Dialog } from '../../components/dialogs/dialog.tsx';
import { findName } from '../../language/language-name.ts';
import * as texts from '../../texts/translator.ts';
import { TranslationCost } from '../result/translation-cost.tsx';
import { canSubmit, type MachineProps } from '../translator/translator.ts';
import { type StyleOptions, style } from './style.ts';

/** Translating again is optional, because it uses a translation. */
export function StyleDialog({ onClose, translator, options, isOutdated, send }: StyleDialogProps) {
  const canTranslateAgain = isOutdated && canSubmit(translator);

  function translateAgain(): void {
    onClose();
    send({ type: 'translation-requested' });
  }

  return (
    <Dialog
      title={texts.styleTitle}
      onClose={onClose}
      actions={
        <>
          {canTranslateAgain && (
            <Button variant="primary" onClick={translateAgain}>
              {texts.translateAgain}
            </Button>
          )}
          <Button variant={canTranslateAgain ? 'plain' : 'primary'} onClick={onClose}>
            {texts.done}
          </Button>
        </>
      }
    >
      <p className="text-muted">{texts.styleIntroduction(findName(translator.target))}</p>
      <StyleFields options={options} />
      <div role="status">
        {canTranslateAgain && (
          <p className="mt-5">
            <span>{`${texts.previousStyle} `}</span>
            <TranslationCost text={translator.text} />
          </p>
        )}
      </div>
    </Dialog>
  );
}

interface StyleDialogProps extends MachineProps {
  onClose: () => void;
  options: StyleOptions;
  isOutdated: boolean;
}

function StyleFields({ options }: Pick<StyleDialogProps, 'options'>) {
  const { formality, profanity } = useStore(style);
  return (
    <>
      {options.hasFormality && (
        <div className="mt-5">
          <p className="mb-2 font-medium">{texts.formality}</p>
          <SegmentedControl
            label={texts.formality}
            options={formalities}
            value={formality ?? 'any'}
            onChange={(value) => style.set({ formality: value === 'any' ? undefined : value, profanity })}
          />
          <p className="mt-2 text-sm text-muted">{texts.formalityHint}</p>
        </div>
      )}
      {options.canMaskProfanity && (
        <div className="mt-5">
          <Toggle
            label={texts.maskSwearWords}
            hint={texts.maskHint}
            isOn={profanity === 'mask'}
            onChange={(isOn) => style.set({ formality, profanity: isOn ? 'mask' : undefined })}
          />
        </div>
      )}
    </>
  );
}

const formalities = [
  { value: 'any', label: texts.automatic },
  { value: 'formal', label: texts.formal },
  { value: 'informal', label: texts.informal },
] as const;

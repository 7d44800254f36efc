import { useId } from 'react';
import { Button } from '../../components/controls/button.tsx';
import { onSingleTap } from '../../components/controls/single-tap.ts';
import { Icon } from '../../components/icon.tsx';
import { findName, getShortName } from '../../language/language-name.ts';
import * as texts from '../../texts/translator.ts';
import { findSideText } from '../conversation/side-texts.tsx';
import { RecordExtras } from '../input/record-extras.tsx';
import { recordLooks } from '../input/record-looks.ts';
import { getTextProps } from '../text-props.ts';
import {
  isSameLanguage,
  isVoicePhase,
  type MachineProps,
  type TranslatorState,
} from '../translator/translator.ts';

/** Says in the reader's language that they can answer, and listens to them. */
export function AnswerButton({ translator, shown, send }: AnswerButtonProps) {
  const id = useId();
  const { phase, source } = translator;
  const { label, icon } = recordLooks[phase];
  const { language } = shown.translation;

  function onTap(): void {
    // After a failed attempt the languages are swapped already.
    const isTheirTurn = phase !== 'idle' || isSameLanguage(source, language);
    send({ type: isTheirTurn ? 'record-tapped' : 'replied' });
  }

  return (
    <div className="px-4 pb-4 sm:px-8">
      <Button
        variant="primary"
        data-state={phase}
        aria-label={phase === 'idle' ? undefined : label}
        aria-describedby={phase === 'idle' ? id : undefined}
        {...onSingleTap(onTap)}
        className="min-h-16 w-full text-xl"
      >
        <span className="relative grid size-9 place-items-center">
          {isVoicePhase(phase) && <RecordExtras phase={phase} onCancel={() => send({ type: 'cancelled' })} />}
          <Icon name={icon} className="relative size-7" />
        </span>
        {phase === 'idle' && <span {...getTextProps(language)}>{findSideText(language, 'speak')}</span>}
      </Button>
      <p id={id} hidden>
        {texts.answerBy(getShortName(language), findName(shown.original.language))}
      </p>
    </div>
  );
}

interface AnswerButtonProps extends MachineProps {
  shown: Shown;
}

/** A translation, which stays while the next one is on its way. */
export type Shown = Pick<TranslatorState, 'original'> & {
  translation: NonNullable<TranslatorState['translation']>;
};

import {
  type ReactNode,
  type RefObject,
  type SyntheticEvent,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
} from 'react';
import { findLanguage, getTypedDirection } from '../../../shared/languages.ts';
import { isSubmitKey } from '../../browser/submit-key.ts';
import { Button } from '../../components/controls/button.tsx';
import { IconButton } from '../../components/controls/icon-button.tsx';
import { Icon } from '../../components/icon.tsx';
import * as texts from '../../texts/guides.ts';
import { GuideCard } from './guide-card.tsx';
import type { GuideProps, ShownGuideProps } from './guide-props.ts';

export function TypeInsteadCard(props: ShownGuideProps) {
  const { isRequested, onRetry, onClose } = props;
  return (
    <GuideCard title={texts.typeInstead} hasTextField onClose={onClose}>
      <TypeField {...props} takesFocus={isRequested}>
        <Button onClick={onRetry} className="grow sm:grow-0">
          {texts.tryVoiceAgain}
        </Button>
      </TypeField>
    </GuideCard>
  );
}

export function TypeField(props: TypeFieldProps) {
  const { text, textLanguage, maxCharacters, takesFocus, onType, onSubmit, children } = props;
  const id = useId();
  const area = useFocusOnMount(takesFocus);
  const characters = text.trim().length;
  const isTooLong = characters > maxCharacters;
  const canSubmit = characters > 0 && !isTooLong;

  function submit(event: SyntheticEvent): void {
    event.preventDefault();
    if (canSubmit) onSubmit();
  }

  function clear(): void {
    onType('');
    area.current?.focus();
  }

  return (
    <form onSubmit={submit}>
      <div className="mb-1 flex min-h-11 items-center justify-between gap-2">
        <label htmlFor={id} className="font-medium">
          {texts.yourText(findLanguage(textLanguage)?.name ?? '')}
        </label>
        {text !== '' && (
          <IconButton label={texts.clearText} onClick={clear} className="-mr-2 shrink-0">
            <Icon name="close" />
          </IconButton>
        )}
      </div>
      <textarea
        ref={area}
        id={id}
        value={text}
        lang={textLanguage}
        dir={getTypedDirection(textLanguage)}
        aria-invalid={isTooLong || undefined}
        aria-describedby={`${id}-hint`}
        enterKeyHint="go"
        spellCheck
        rows={2}
        onChange={(event) => onType(event.currentTarget.value)}
        onKeyDown={(event) => isSubmitKey(event) && submit(event)}
        className="field-sizing-content max-h-64 min-h-20 w-full resize-none rounded-control border border-edge bg-surface px-4 py-3 text-lg leading-relaxed focus-visible:outline-offset-0 aria-invalid:border-danger"
      />
      <p id={`${id}-hint`} className="mt-1 hidden text-sm text-muted lg:block">
        {texts.enterKeyHint}
      </p>
      <p role="alert" className="mt-2 text-sm font-medium text-danger empty:mt-0">
        {isTooLong && texts.textTooLong(maxCharacters.toLocaleString('en'))}
      </p>
      <div className="mt-3 flex flex-wrap gap-3">
        <Button type="submit" variant="primary" isDisabled={!canSubmit} className="grow sm:grow-0">
          {texts.translate}
        </Button>
        {children}
      </div>
    </form>
  );
}

interface TypeFieldProps
  extends Pick<GuideProps, 'text' | 'textLanguage' | 'maxCharacters' | 'onType' | 'onSubmit'> {
  takesFocus: boolean;
  children?: ReactNode;
}

function useFocusOnMount(takesFocus: boolean): RefObject<HTMLTextAreaElement | null> {
  const area = useRef<HTMLTextAreaElement>(null);
  // The page's text area disappears now, so its focus moves here.
  useLayoutEffect(() => {
    if (document.activeElement instanceof HTMLTextAreaElement) area.current?.focus();
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only on mount
  useEffect(() => {
    if (takesFocus) area.current?.focus();
  }, []);
  return area;
}

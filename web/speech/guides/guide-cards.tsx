import { type ReactNode, type SyntheticEvent, useEffect, useId, useLayoutEffect, useRef } from 'react';
import { getTypedDirection } from '../../../shared/languages.ts';
import { hasText } from '../../../shared/text/has-text.ts';
import { isSubmitKey } from '../../browser/input-method.ts';
import { reveal } from '../../browser/screen/reveal.ts';
import { useStore } from '../../browser/store.ts';
import { Button } from '../../components/controls/button.tsx';
import { IconButton } from '../../components/controls/icon-button.tsx';
import { Icon, PathIcon } from '../../components/icon.tsx';
import { isShownInToast, toasts } from '../../components/toasts/toasts.ts';
import { findName } from '../../language/language-name.ts';
import { shownLanguage } from '../../language/shown-language.ts';
import * as texts from '../../texts/guides.ts';
import type { GuideProps, ShownGuideProps } from './guide.ts';

/** Scrolls into view without taking the focus. If it has the focus when it closes, it returns the focus. */
export function GuideCard({ title, hasTextField, onClose, children }: GuideCardProps) {
  const id = useId();
  const card = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    const element = card.current;
    const focused = document.activeElement;
    reveal(element);
    return () => {
      if (!element?.contains(document.activeElement)) return;
      const target = element.contains(focused) ? element.parentElement?.querySelector('h2') : focused;
      if (target instanceof HTMLElement) target.focus();
    };
  }, []);
  return (
    <section
      ref={card}
      aria-labelledby={id}
      data-typing={hasTextField}
      // The toast that comes with it is at the top of small screens. Below a text field, the record button needs room.
      className="animate-rise rounded-control border border-line px-4 pt-1.5 pb-4 mobile:scroll-mt-34 desktop:data-typing:mb-18"
    >
      <div className="mb-2 flex min-h-11 items-center justify-between gap-2">
        <h3
          id={id}
          className="min-w-0 text-lg leading-snug font-semibold tracking-tight wrap-break-word hyphens-auto"
        >
          {title}
        </h3>
        <IconButton label={texts.close} onClick={onClose} className="-me-2 shrink-0">
          <Icon name="close" />
        </IconButton>
      </div>
      {children}
    </section>
  );
}

export function GuideFailure({ failure }: Pick<GuideProps, 'failure'>) {
  if (!failure) return null;
  return (
    <div className="mb-2 text-muted">
      <p>{failure.text}</p>
      {failure.advice && <p>{failure.advice}</p>}
    </div>
  );
}

interface GuideCardProps {
  title: string;
  /** It replaces the page's text area. */
  hasTextField?: boolean;
  onClose: () => void;
  children: ReactNode;
}

export function TroubleCard({ onRetry, onOpen, onClose }: GuideProps) {
  return (
    <GuideCard title={texts.stoppedListening} onClose={onClose}>
      <p className="leading-relaxed">{texts.commonCauses}</p>
      <ul className="mt-4 grid gap-4 sm:grid-cols-2">
        {tips.map(({ title, text, icon }) => (
          <li key={title} className="flex gap-3">
            <PathIcon path={icon} className="mt-0.5 size-5 shrink-0 text-accent" />
            <div className="min-w-0 flex-1 leading-snug">
              <p className="font-medium wrap-anywhere hyphens-auto">{title}</p>
              <p className="mt-0.5 text-muted">{text}</p>
            </div>
          </li>
        ))}
      </ul>
      <div className="mt-5 flex flex-wrap gap-3">
        <Button variant="primary" onClick={onRetry} className="grow sm:grow-0">
          {texts.tryAgain}
        </Button>
        <Button onClick={() => onOpen('type-instead')} className="grow sm:grow-0">
          {texts.typeInstead}
        </Button>
      </div>
    </GuideCard>
  );
}

const tips = [
  {
    title: texts.otherApp,
    text: texts.otherAppText,
    icon: 'M9 5h9.5A1.5 1.5 0 0 1 20 6.5V14M5.5 9.5H14a1.5 1.5 0 0 1 1.5 1.5v6.5A1.5 1.5 0 0 1 14 19H5.5A1.5 1.5 0 0 1 4 17.5V11a1.5 1.5 0 0 1 1.5-1.5Z',
  },
  {
    title: texts.headset,
    text: texts.headsetText,
    icon: 'M4.5 16v-4a7.5 7.5 0 0 1 15 0v4M4.5 14h2A1.5 1.5 0 0 1 8 15.5v3A1.5 1.5 0 0 1 6.5 20H6a1.5 1.5 0 0 1-1.5-1.5ZM19.5 14h-2a1.5 1.5 0 0 0-1.5 1.5v3a1.5 1.5 0 0 0 1.5 1.5h.5a1.5 1.5 0 0 0 1.5-1.5Z',
  },
  {
    title: texts.noise,
    text: texts.noiseText,
    icon: 'M4 9.5v5h3.5L12 18.5v-13L7.5 9.5ZM16 9.5l5 5m0-5-5 5',
  },
  {
    title: texts.longPause,
    text: texts.longPauseText,
    icon: 'M12 3.5a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17ZM12 7.5V12l3 2',
  },
];

export function TypeInsteadCard(props: ShownGuideProps) {
  const { isRequested, failure, onRetry, onClose } = props;
  const isInToast = isShownInToast(useStore(toasts), failure);
  return (
    <GuideCard title={texts.typeInstead} hasTextField onClose={onClose}>
      <div className={isInToast ? 'invisible' : undefined}>
        <GuideFailure failure={failure} />
      </div>
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
  const canSubmit = hasText(text) && !isTooLong;

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
          {texts.yourText(findName(textLanguage) ?? '')}
        </label>
        {text !== '' && (
          <IconButton label={texts.clearText} onClick={clear} className="-me-2 shrink-0">
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
        {isTooLong && texts.textTooLong(maxCharacters.toLocaleString(shownLanguage))}
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

interface TypeFieldProps extends GuideProps {
  takesFocus: boolean;
  children?: ReactNode;
}

function useFocusOnMount(takesFocus: boolean) {
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

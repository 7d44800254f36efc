import {
  type FormEvent,
  type KeyboardEvent,
  type ReactNode,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react';
import { directionOf, findLanguage } from '../../../shared/languages.ts';
import { Button } from '../../components/button.tsx';

/**
 * A text to type instead of speaking it. Enter translates it, Shift+Enter begins a line.
 *
 * @param props `children` are more buttons beside 'Translate'; `hasFocus` is for who asked to type
 */
export function TypeField({ source, textCharacters, hasFocus, onSubmit, children }: TypeFieldProps) {
  const id = useId();
  const area = useRef<HTMLTextAreaElement>(null);
  const [text, setText] = useState('');
  const characters = text.trim().length;
  const isLong = characters > textCharacters;
  const isReady = characters > 0 && !isLong;

  // biome-ignore lint/correctness/useExhaustiveDependencies: only on arriving
  useEffect(() => {
    if (hasFocus) area.current?.focus();
  }, []);

  function submit(event: FormEvent | KeyboardEvent): void {
    event.preventDefault();
    if (isReady) onSubmit(text);
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (event.key === 'Enter' && !event.shiftKey && !isComposing(event)) submit(event);
  }

  return (
    <form onSubmit={submit}>
      <label htmlFor={id} className="block font-medium">
        Your text in {findLanguage(source)?.name}
      </label>
      <textarea
        ref={area}
        id={id}
        value={text}
        lang={source}
        dir={directionOf(source)}
        aria-invalid={isLong || undefined}
        aria-describedby={`${id}-hint`}
        enterKeyHint="go"
        spellCheck
        rows={2}
        onChange={(event) => setText(event.currentTarget.value)}
        onKeyDown={onKeyDown}
        className="field-sizing-content mt-2 max-h-64 min-h-20 w-full resize-none rounded-control border border-edge bg-surface px-4 py-3 text-lg leading-relaxed focus-visible:outline-offset-0 aria-invalid:border-danger"
      />
      <p id={`${id}-hint`} className="mt-1 hidden text-sm text-muted lg:block">
        Enter translates, Shift + Enter begins a new line.
      </p>
      <p role="alert" className="mt-2 text-sm font-medium text-danger empty:mt-0">
        {isLong && `Shorten the text to ${textCharacters.toLocaleString('en')} characters to translate it.`}
      </p>
      <div className="mt-3 flex flex-wrap gap-3">
        <Button type="submit" look="primary" isDisabled={!isReady} className="grow sm:grow-0">
          Translate
        </Button>
        {children}
      </div>
    </form>
  );
}

interface TypeFieldProps {
  /** The language to type in. */
  source: string;
  textCharacters: number;
  hasFocus: boolean;
  onSubmit: (text: string) => void;
  children?: ReactNode;
}

/** Enter takes a suggestion of an input method. Safari tells so by the key's code alone: there it comes after the end. */
function isComposing({ nativeEvent, keyCode }: KeyboardEvent): boolean {
  return nativeEvent.isComposing || keyCode === 229;
}

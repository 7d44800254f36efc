import {
  type CSSProperties,
  type KeyboardEvent,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { findLanguage, type Language, languages } from '../../shared/languages.ts';
import { Flag } from '../components/flag.tsx';
import { Icon } from '../components/icon.tsx';
import type { LimitOf } from './language-select.tsx';
import { findByTyping, hasWords, moveActive, typeaheadResetMs } from './listbox-keys.ts';

/**
 * The list of languages: beside its button, or on a phone a sheet at the bottom. It has the focus when it opens, so
 * that letters go to what begins with them and no keyboard covers half of a phone; who wants fewer to look at searches.
 */
export function LanguagePicker({ label, code, opener, limitOf, onPick, onClose }: LanguagePickerProps) {
  const id = useId();
  const [words, setWords] = useState('');
  const shown = languages.filter(({ ownName, name }) => hasWords(words, [ownName, name]));
  const chosen = shown.indexOf(findLanguage(code) as Language);
  const [active, setActive] = useState(Math.max(0, chosen));
  // The list has the focus, and the option shows it: to who came by a key or presses one.
  const [isMarked, setMarked] = useState(() => opener.matches(':focus-visible'));
  const popover = useRef<HTMLDivElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const type = useTypeahead(shown, active, setActive);

  useLayoutEffect(() => {
    const element = popover.current;
    if (!element) return;
    if (!element.matches(':popover-open')) element.showPopover();
    list.current?.focus({ preventScroll: true });
    // What is chosen stands in the middle: its neighbours are often wanted, such as the same language elsewhere.
    const option = list.current?.querySelector<HTMLElement>('[aria-selected="true"]');
    if (list.current && option) list.current.scrollTop = option.offsetTop - list.current.clientHeight / 2;
    const onToggle = (event: ToggleEvent) => event.newState === 'closed' && onClose();
    element.addEventListener('toggle', onToggle);
    return () => element.removeEventListener('toggle', onToggle);
  }, [onClose]);

  useEffect(() => {
    const option = document.getElementById(`${id}-${active}`);
    option?.scrollIntoView({ block: 'nearest' });
  }, [id, active]);

  function close(): void {
    opener.focus({ preventScroll: true });
    onClose();
  }

  function pick(index: number): void {
    const language = shown[index];
    if (!language) return;
    onPick(language.code);
    close();
  }

  function search(typed: string): void {
    setWords(typed);
    setActive(0);
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey || event.nativeEvent.isComposing) return;
    setMarked(true);
    const isInList = event.target === list.current;
    const moved = isInList || isUpOrDown(event.key) ? moveActive(event.key, active, shown.length) : undefined;
    if (moved !== undefined) setActive(moved);
    else if (event.key === 'Enter' || (isInList && event.key === ' ' && !type.isTyping())) pick(active);
    else if (event.key === 'Escape' || (event.key === 'Tab' && event.shiftKey !== isInList)) close();
    else if (isInList && [...event.key].length === 1) type.letter(event.key);
    else return;
    event.preventDefault();
  }

  return (
    <div ref={popover} popover="auto" className="picker" style={placeBy(opener)}>
      <div className="flex items-center justify-between py-2 pr-2 pl-5 sm:hidden">
        <p className="text-lg font-semibold">{label}</p>
        <button
          type="button"
          aria-label="Close"
          onClick={close}
          className="grid size-11 place-items-center rounded-control text-muted"
        >
          <Icon name="close" />
        </button>
      </div>
      <div style={aroundField}>
        <input
          type="search"
          role="combobox"
          aria-label="Search languages"
          aria-expanded="true"
          aria-controls={`${id}-list`}
          aria-autocomplete="list"
          aria-activedescendant={shown.length > 0 ? `${id}-${active}` : undefined}
          value={words}
          placeholder="Search languages"
          autoComplete="off"
          spellCheck={false}
          enterKeyHint="done"
          onChange={(event) => search(event.currentTarget.value)}
          onKeyDown={onKeyDown}
          className="min-h-12 w-full rounded-control border border-edge bg-surface px-4 placeholder:text-muted focus-visible:outline-offset-0 [&::-webkit-search-cancel-button]:appearance-none"
        />
      </div>
      <p role="status" className="px-5 text-sm text-muted not-empty:mt-3">
        {shown.length === 0 && 'No language has this name.'}
      </p>
      <div
        ref={list}
        id={`${id}-list`}
        role="listbox"
        aria-label={label}
        aria-activedescendant={shown.length > 0 ? `${id}-${active}` : undefined}
        tabIndex={0}
        onKeyDown={onKeyDown}
        className="min-h-0 flex-1 overflow-y-auto overscroll-contain p-2 outline-none"
      >
        {shown.map((language, index) => {
          const limit = limitOf(language.code);
          return (
            // biome-ignore lint/a11y/useKeyWithClickEvents: keys belong to the list, which has the focus
            <div
              key={language.code}
              id={`${id}-${index}`}
              role="option"
              tabIndex={-1}
              aria-selected={index === chosen}
              data-active={index === active || undefined}
              onClick={() => pick(index)}
              onPointerMove={({ movementX, movementY }) => {
                // The list has moved under a pointer that rests.
                if (movementX === 0 && movementY === 0) return;
                setMarked(false);
                setActive(index);
              }}
              style={isMarked && index === active ? marked : undefined}
              className="flex min-h-13 cursor-pointer items-center gap-3 rounded-control px-3 py-1.5 data-active:bg-sunken"
            >
              <Flag flag={language.flag} className={limit?.isOff ? 'opacity-40' : ''} />
              <span className="min-w-0 flex-1">
                <span lang={language.code} className="block leading-snug font-medium">
                  {language.ownName}
                </span>
                <span className="block text-sm leading-snug text-muted">
                  {language.name}
                  {limit && ` · ${limit.note}`}
                </span>
              </span>
              {index === chosen && <Icon name="check" className="size-5 shrink-0 text-accent" />}
            </div>
          );
        })}
      </div>
    </div>
  );
}

export interface LanguagePickerProps {
  label: string;
  code: string;
  opener: HTMLElement;
  limitOf: LimitOf;
  onPick: (code: string) => void;
  onClose: () => void;
}

/** The keys that move in the list from the field above it; the others of the list move in the field's own text. */
function isUpOrDown(key: string): boolean {
  return /^(Arrow|Page)(Up|Down)$/.test(key);
}

function useTypeahead(shown: readonly Language[], active: number, setActive: (index: number) => void) {
  const typed = useRef({ letters: '', lastMs: 0 });
  const isTyping = () =>
    typed.current.letters !== '' && performance.now() - typed.current.lastMs < typeaheadResetMs;
  return {
    isTyping,
    letter(letter: string): void {
      const letters = (isTyping() ? typed.current.letters : '') + letter;
      typed.current = { letters, lastMs: performance.now() };
      const names = shown.map(({ ownName, name }) => [ownName, name]);
      const found = findByTyping(letters, names, active);
      if (found !== undefined) setActive(found);
    },
  };
}

const aroundField: CSSProperties = { padding: '0.5rem 0.5rem 0' };

const marked: CSSProperties = { outline: '2px solid var(--color-accent)', outlineOffset: -2 };

/** Where the list stands in the document; the sheet of a phone takes no notice. */
function placeBy(opener: HTMLElement): CSSProperties {
  const around = opener.getBoundingClientRect();
  const width = Math.max(around.width, 320);
  const left = Math.max(8, Math.min(around.left, document.documentElement.clientWidth - width - 8));
  const room = innerHeight - around.bottom - 16;
  const isBelow = room >= 260;
  const height = Math.min(520, isBelow ? room : around.top - 16);
  return {
    '--left': `${left + scrollX}px`,
    '--top': `${(isBelow ? around.bottom + 6 : around.top - 6 - height) + scrollY}px`,
    '--width': `${width}px`,
    '--height': `${height}px`,
  } as CSSProperties;
}

// biome-ignore-all lint/a11y/useSemanticElements: a table lays its rows and cells out by rules of its own
import { useQuery } from '@tanstack/react-query';
import {
  type CSSProperties,
  type KeyboardEvent,
  type RefObject,
  useEffect,
  useEffectEvent,
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { findLanguage, type Language, languages } from '../../../shared/languages.ts';
import { statusQuery } from '../../billing/status.ts';
import { Icon } from '../../components/icon.tsx';
import { abilitiesHere, watchAbilities } from '../../speech/abilities.ts';
import { healthQuery } from '../../system/health.ts';
import { notePick, readKeptLanguages, storeKeptLanguages, togglePin } from './kept-languages.ts';
import { Badge } from './language-badge.tsx';
import { type Group, groupsOf, recentOf } from './language-groups.ts';
import { type Column, cellId, type Lacks, LanguageRow } from './language-row.tsx';
import { type Found, searchLanguages } from './language-search.ts';
import type { LimitOf, Need } from './language-select.tsx';
import { findByTyping, moveActive, typeaheadResetMs } from './list-keys.ts';

/**
 * The list of languages: beside its button, or on a phone a sheet at the bottom. It has the focus when it opens, so
 * that letters go to what begins with them and no keyboard covers half of a phone; who wants fewer to look at searches.
 *
 * It is a grid of two columns, the language and its pin: options of a listbox may hold no button.
 */
export function LanguagePicker({
  label,
  code,
  canDetect,
  opener,
  needs,
  limitOf,
  onPick,
  onClose,
}: LanguagePickerProps) {
  const id = useId();
  const [words, setWords] = useState('');
  const { groups, pinned, news, togglePinOf } = usePins(code, useDetection(canDetect));
  const lacks = useLacks();
  const isSearching = words.trim() !== '';
  const shown = isSearching ? [foundBy(words)] : groups;
  const rows = shown.flatMap(({ rows }) => rows);
  const chosen = findLanguage(code) ?? detection;
  const [active, setActive] = useState(() =>
    Math.max(
      0,
      rows.findIndex(({ language }) => language === chosen),
    ),
  );
  const [lastColumn, setColumn] = useState<Column>('language');
  const column = rows[active]?.language === detection ? 'language' : lastColumn;
  // The grid has the focus, and the cell shows it: to who came by a key or presses one.
  const [isMarked, setMarked] = useState(() => opener.matches(':focus-visible'));
  const popover = useRef<HTMLDivElement>(null);
  const grid = useRef<HTMLDivElement>(null);
  const type = useTypeahead(rows, active, setActive);
  const place = usePlace(opener);
  const holdStill = useHeldStill(grid, rows.length);
  const activeId = rows.length > 0 ? `${id}-${active}` : undefined;
  const activeCell = activeId && cellId(activeId, column);

  const onClosed = useEffectEvent(onClose);
  useLayoutEffect(() => {
    const element = popover.current;
    if (!element) return;
    if (!element.matches(':popover-open')) element.showPopover();
    grid.current?.focus({ preventScroll: true });
    // Where it is among all of them, what is chosen stands in the middle: its neighbours are often wanted, such as the
    // same language elsewhere.
    const cell = grid.current?.querySelector<HTMLElement>(
      '[role="rowgroup"]:not([aria-label]) [aria-selected="true"]',
    );
    if (grid.current && cell) grid.current.scrollTop = cell.offsetTop - grid.current.clientHeight / 2;
    const onToggle = (event: ToggleEvent) => event.newState === 'closed' && onClosed();
    element.addEventListener('toggle', onToggle);
    return () => element.removeEventListener('toggle', onToggle);
  }, []);

  useEffect(() => {
    const cell = activeCell && document.getElementById(activeCell);
    if (cell) cell.closest('[role="row"]')?.scrollIntoView({ block: 'nearest' });
  }, [activeCell]);

  function close(): void {
    opener.focus({ preventScroll: true });
    onClose();
  }

  function pick(index: number): void {
    const language = rows[index]?.language;
    if (!language) return;
    if (language !== detection) storeKeptLanguages(notePick(readKeptLanguages(), language.code, code));
    onPick(language.code);
    close();
  }

  function pin(index: number): void {
    const language = rows[index]?.language;
    if (!language) return;
    const isAdded = togglePinOf(language);
    if (!isAdded || isSearching) return;
    // It is added above, and moves all others on.
    holdStill();
    setActive(index + 1);
  }

  function search(typed: string): void {
    setWords(typed);
    setActive(0);
    setColumn('language');
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey || event.nativeEvent.isComposing) return;
    setMarked(true);
    const isInGrid = event.target === grid.current;
    const moved = isInGrid || isUpOrDown(event.key) ? moveActive(event.key, active, rows.length) : undefined;
    const isSpace = isInGrid && event.key === ' ' && (column === 'pin' || !type.isTyping());
    const isPress = event.key === 'Enter' || isSpace;
    if (moved !== undefined) setActive(moved);
    else if (isInGrid && event.key === 'ArrowRight')
      setColumn(rows[active]?.language === detection ? 'language' : 'pin');
    else if (isInGrid && event.key === 'ArrowLeft') setColumn('language');
    else if (isPress && column === 'pin') pin(active);
    else if (isPress) pick(active);
    else if (event.key === 'Escape' || (event.key === 'Tab' && event.shiftKey !== isInGrid)) close();
    else if (isInGrid && [...event.key].length === 1) {
      setColumn('language');
      type.letter(event.key);
    } else return;
    event.preventDefault();
  }

  return (
    <div ref={popover} popover="auto" className="picker" style={place}>
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
          type="text"
          inputMode="search"
          role="combobox"
          aria-label="Search languages"
          aria-haspopup="grid"
          aria-expanded="true"
          aria-controls={`${id}-grid`}
          aria-autocomplete="list"
          aria-activedescendant={activeId && cellId(activeId, 'language')}
          value={words}
          placeholder="Search languages"
          autoComplete="off"
          spellCheck={false}
          enterKeyHint="done"
          onChange={(event) => search(event.currentTarget.value)}
          onFocus={() => setColumn('language')}
          onKeyDown={onKeyDown}
          className="min-h-12 w-full rounded-control border border-edge bg-surface px-4 placeholder:text-muted focus-visible:outline-offset-0"
        />
      </div>
      <p role="status" className="px-5 text-sm text-muted not-empty:mt-3">
        {rows.length === 0 && 'No language has this name.'}
      </p>
      <div
        ref={grid}
        id={`${id}-grid`}
        role="grid"
        aria-label={label}
        aria-describedby={`${id}-hint`}
        aria-activedescendant={activeCell}
        tabIndex={0}
        onKeyDown={onKeyDown}
        className="min-h-0 flex-1 overflow-y-auto overscroll-contain p-2 outline-none [overflow-anchor:none]"
      >
        {shown.map(({ id: group, title, rows: members, from }) => (
          <div key={group} role="rowgroup" aria-label={title}>
            {title && (
              // It names the group.
              <p aria-hidden="true" className="px-3 pt-3 pb-1 text-sm font-semibold text-muted">
                {title}
              </p>
            )}
            {members.map(({ language, found }, offset) => {
              const index = from + offset;
              return (
                <LanguageRow
                  key={language.code}
                  id={`${id}-${index}`}
                  language={language}
                  found={found}
                  lacks={lacks.get(language)}
                  needs={needs}
                  limit={limitOf(language.code)}
                  isChosen={language === chosen}
                  isDetection={language === detection}
                  isPinned={pinned.includes(language.code)}
                  active={index === active ? column : undefined}
                  isMarked={isMarked}
                  onPick={() => pick(index)}
                  onPin={() => pin(index)}
                  onPoint={() => {
                    setMarked(false);
                    setActive(index);
                    setColumn('language');
                  }}
                />
              );
            })}
          </div>
        ))}
      </div>
      <p className="flex gap-4 border-t border-line px-5 py-2 text-sm text-muted" aria-hidden="true">
        <span className="flex items-center gap-1.5">
          <Badge name="microphone" isLacking={false} /> You can speak it
        </span>
        <span className="flex items-center gap-1.5">
          <Badge name="speaker" isLacking={false} /> Spoken aloud
        </span>
      </p>
      <p id={`${id}-hint`} hidden>
        The right arrow key leads to the pin of a language.
      </p>
      <p role="status" className="sr-only">
        {news}
      </p>
    </div>
  );
}

export interface LanguagePickerProps {
  label: string;
  code: string;
  canDetect?: boolean | undefined;
  opener: HTMLElement;
  /** What the language is picked for; both where it is not said. */
  needs: Need | undefined;
  limitOf: LimitOf;
  onPick: (code: string) => void;
  onClose: () => void;
}

/** The keys that move in the grid from the field above it; the others of the grid move in the field's own text. */
function isUpOrDown(key: string): boolean {
  return /^(Arrow|Page)(Up|Down)$/.test(key);
}

/** The first entry, where it is there at all: the language is to be found out. */
const detection: Language = {
  code: 'auto',
  ownName: 'Detect language',
  name: 'Of what you type',
  translate: 'auto',
  transcribe: 'auto',
};

interface Row {
  readonly language: Language;
  /** Where it has what was typed. */
  readonly found?: Found;
}

interface ShownGroup extends Pick<Group, 'title'> {
  readonly id: Group['id'] | 'detection';
  readonly rows: readonly Row[];
  /** The place of its first row in the whole grid. */
  readonly from: number;
}

function foundBy(words: string): ShownGroup {
  const rows = searchLanguages(words, Intl.DateTimeFormat().resolvedOptions().locale).map((found) => ({
    language: found.language,
    found,
  }));
  return { id: 'all', title: undefined, rows, from: 0 };
}

function placed(groups: readonly Group[], hasDetection: boolean): ShownGroup[] {
  const first: ShownGroup = { id: 'detection', title: undefined, rows: [{ language: detection }], from: 0 };
  const shown = hasDetection ? [first] : [];
  let from = shown.length;
  for (const { id, title, languages } of groups) {
    shown.push({ id, title, rows: languages.map((language) => ({ language })), from });
    from += languages.length;
  }
  return shown;
}

/** Whether the language can be found out, and that is wanted. */
function useDetection(isWanted: boolean | undefined): boolean {
  const { data: health } = useQuery(healthQuery);
  return isWanted === true && health?.engines.translation.options?.detection === true;
}

/**
 * The list in its groups, and the pins. What is pinned joins the others on top at once; what is unpinned stays where it
 * is until the list is opened again, so that another press takes it back.
 */
function usePins(code: string, hasDetection: boolean) {
  const [atFirst] = useState(readKeptLanguages);
  const [recent] = useState(() => recentOf(atFirst, code));
  const [pinned, setPinned] = useState(atFirst.pinned);
  const [onTop, setOnTop] = useState(atFirst.pinned);
  const [news, setNews] = useState('');
  return {
    groups: placed(groupsOf(onTop, recent), hasDetection),
    pinned,
    /** What has just been done, for who cannot see it. */
    news,
    /** @returns whether it has joined those on top */
    togglePinOf(language: Language): boolean {
      const kept = togglePin(readKeptLanguages(), language.code);
      storeKeptLanguages(kept);
      setPinned(kept.pinned);
      const isPinned = kept.pinned.includes(language.code);
      setNews(`${language.name} is ${isPinned ? 'pinned' : 'no longer pinned'}.`);
      if (!isPinned || onTop.includes(language.code)) return false;
      setOnTop([...onTop, language.code]);
      return true;
    },
  };
}

/** What each language cannot do here. */
function useLacks(): ReadonlyMap<Language, Lacks> {
  const { data: health } = useQuery(healthQuery);
  const { data: status } = useQuery(statusQuery);
  const [abilities, setAbilities] = useState(() => abilitiesHere(health, status));
  useEffect(() => watchAbilities(health, status, setAbilities), [health, status]);
  return useMemo(() => {
    const { findListenProblem, findSpeakProblem } = abilities;
    return new Map(
      languages.map((language) => {
        const { code } = language;
        return [language, { deafness: findListenProblem(code), muteness: findSpeakProblem(code) }];
      }),
    );
  }, [abilities]);
}

/** @returns to be called before rows are added on top: what is seen stays where it is */
function useHeldStill(grid: RefObject<HTMLElement | null>, count: number): () => void {
  const before = useRef<number>(undefined);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the rows have come
  useLayoutEffect(() => {
    const element = grid.current;
    if (element && before.current !== undefined) element.scrollTop += element.scrollHeight - before.current;
    before.current = undefined;
  }, [grid, count]);
  return () => {
    before.current = grid.current?.scrollHeight;
  };
}

function useTypeahead(rows: readonly Row[], active: number, setActive: (index: number) => void) {
  const typed = useRef({ letters: '', lastMs: 0 });
  const isTyping = () =>
    typed.current.letters !== '' && performance.now() - typed.current.lastMs < typeaheadResetMs;
  return {
    isTyping,
    letter(letter: string): void {
      const letters = (isTyping() ? typed.current.letters : '') + letter;
      typed.current = { letters, lastMs: performance.now() };
      const names = rows.map(({ language: { ownName, name } }) => [ownName, name]);
      const found = findByTyping(letters, names, active);
      if (found !== undefined) setActive(found);
    },
  };
}

const aroundField: CSSProperties = { padding: '0.5rem 0.5rem 0' };

/** Where the list stands in the document; the sheet of a phone takes no notice. */
function usePlace(opener: HTMLElement): CSSProperties {
  const [place, setPlace] = useState(() => placeBy(opener));
  useEffect(() => {
    const onResize = () => setPlace(placeBy(opener));
    addEventListener('resize', onResize);
    return () => removeEventListener('resize', onResize);
  }, [opener]);
  return place;
}

/** Below its button, or above it, or on a low screen over it. */
function placeBy(opener: HTMLElement): CSSProperties {
  const around = opener.getBoundingClientRect();
  const width = Math.max(around.width, 352);
  const left = Math.max(8, Math.min(around.left, document.documentElement.clientWidth - width - 8));
  const [below, above] = [innerHeight - around.bottom - 16, around.top - 16];
  const room = [below, above].find((each) => each >= 260) ?? innerHeight - 16;
  const height = Math.min(520, room);
  const top = room === below ? around.bottom + 6 : room === above ? around.top - 6 - height : 8;
  return {
    '--left': `${left + scrollX}px`,
    '--top': `${top + scrollY}px`,
    '--width': `${width}px`,
    '--height': `${height}px`,
  } as CSSProperties;
}

// biome-ignore-all lint/a11y/useSemanticElements: a table has its own layout
import { useQuery } from '@tanstack/react-query';
import {
  type ComponentProps,
  type KeyboardEvent,
  type RefObject,
  useEffect,
  useId,
  useMemo,
  useRef,
  useState,
} from 'react';
import { findLanguage, type Language, languages } from '../../../shared/languages.ts';
import { statusQuery } from '../../billing/status.ts';
import { afterPaint } from '../../browser/idle.ts';
import { Button } from '../../components/controls/button.tsx';
import { Icon } from '../../components/icon.tsx';
import { findAbilities, watchAbilities } from '../../speech/abilities.ts';
import { healthQuery } from '../../system/health.ts';
import * as texts from '../../texts/languages.ts';
import {
  type Ability,
  AbilityBadge,
  cellId,
  type FindRestriction,
  LanguageRow,
  type SpeechProblems,
} from './language-row.tsx';
import { useCursor, usePickerKeys, useScrollIntoView } from './picker-cursor.ts';
import { detection, groupSearchResults, type Row, type RowGroup, usePins } from './picker-groups.ts';
import { holdScroll, usePopover } from './picker-popover.ts';
import { addPick, savedLanguages } from './saved-languages.ts';

/** A grid, because a listbox cannot contain buttons. Focused first, so that a phone's keyboard stays closed. */
export function LanguagePicker(props: LanguagePickerProps) {
  const { label, code, canDetect, opener, onClose } = props;
  const id = useId();
  const popover = useRef<HTMLDivElement>(null);
  const grid = useRef<HTMLDivElement>(null);
  const [query, setQuery] = useState('');
  const { groups, pinned, announcement, toggle } = usePins(code, canDetect);
  const isSearching = query.trim() !== '';
  const shown = isSearching ? [groupSearchResults(query)] : groups;
  const rows = shown.flatMap((group) => group.rows);
  const chosen = findLanguage(code) ?? detection;
  const cursor = useCursor(rows, chosen, opener);
  const activeId = rows.length > 0 ? `${id}-${cursor.index}` : undefined;
  const activeCell = activeId && cellId(activeId, cursor.column);
  const position = usePopover(popover, grid, opener, onClose);
  useScrollIntoView(activeCell);
  const { pick, close } = createActions(props, popover, rows);
  const onKeyDown = usePickerKeys(rows, cursor, { pick, pin, close });

  function pin(index: number): void {
    const language = rows[index]?.language;
    if (!language || !grid.current) return;
    const isRowAdded = holdScroll(grid.current, () => toggle(language));
    if (isRowAdded && !isSearching) cursor.move({ index: index + 1 });
  }

  function search(typed: string): void {
    setQuery(typed);
    cursor.move({ index: 0, column: 'language' });
  }

  return (
    <div ref={popover} popover="auto" className="picker" style={position}>
      <SheetHeader label={label} onClose={close} />
      <SearchField
        id={id}
        value={query}
        aria-activedescendant={activeId && cellId(activeId, 'language')}
        onChange={(event) => search(event.currentTarget.value)}
        onFocus={() => cursor.move({ column: 'language' })}
        onKeyDown={onKeyDown}
      />
      <p role="status" className="px-5 text-sm text-muted not-empty:mt-3">
        {rows.length === 0 && texts.noneFound}
      </p>
      <Grid
        {...props}
        {...{ ref: grid, id, groups: shown, rows, chosen, pinned, cursor, activeCell, onKeyDown, pick, pin }}
      />
      <Legend />
      <p id={`${id}-hint`} hidden>
        {texts.pinHint}
      </p>
      <p role="status" className="sr-only">
        {announcement}
      </p>
    </div>
  );
}

function createActions(
  { code, opener, onPick, onClose }: LanguagePickerProps,
  popover: RefObject<HTMLElement | null>,
  rows: readonly Row[],
) {
  /** Hides the list at once; the page around it takes longer to render. */
  function close(whenHidden?: () => void): void {
    popover.current?.hidePopover();
    opener.focus({ preventScroll: true });
    afterPaint(() => {
      onClose();
      whenHidden?.();
    });
  }

  return {
    close: () => close(),
    pick(index: number): void {
      const language = rows[index]?.language;
      if (!language) return;
      close(() => {
        if (language !== detection) savedLanguages.write(addPick(savedLanguages.read(), language.code, code));
        onPick(language.code);
      });
    },
  };
}

export interface LanguagePickerProps {
  label: string;
  code: string;
  canDetect?: boolean;
  opener: HTMLElement;
  /** The ability whose problem a row shows. Undefined: it shows both abilities' problems. */
  mainAbility?: Ability;
  findRestriction: FindRestriction;
  onPick: (code: string) => void;
  onClose: () => void;
}

function SheetHeader({ label, onClose }: Pick<LanguagePickerProps, 'label' | 'onClose'>) {
  return (
    <div className="flex items-center justify-between py-2 pe-2 ps-5 sm:hidden">
      <p className="text-lg font-semibold">{label}</p>
      <Button variant="quiet" aria-label={texts.close} onClick={onClose}>
        <Icon name="close" />
      </Button>
    </div>
  );
}

function SearchField({ id, ...rest }: ComponentProps<'input'>) {
  return (
    <div className="px-2 pt-2">
      <input
        type="text"
        inputMode="search"
        role="combobox"
        aria-label={texts.search}
        aria-haspopup="grid"
        aria-expanded="true"
        aria-controls={`${id}-grid`}
        aria-autocomplete="list"
        placeholder={texts.search}
        autoComplete="off"
        spellCheck={false}
        enterKeyHint="done"
        className="min-h-12 w-full rounded-control border border-edge bg-surface px-4 placeholder:text-muted focus-visible:outline-offset-0"
        {...rest}
      />
    </div>
  );
}

function Grid(props: GridProps) {
  const { ref, id, groups, rows, chosen, pinned, cursor, pick, pin, findRestriction } = props;
  const problems = useSpeechProblems();
  return (
    <div
      ref={ref}
      id={`${id}-grid`}
      role="grid"
      aria-label={props.label}
      aria-describedby={`${id}-hint`}
      aria-activedescendant={props.activeCell}
      tabIndex={0}
      onKeyDown={props.onKeyDown}
      className="min-h-0 flex-1 overflow-y-auto overscroll-contain p-2 outline-none [overflow-anchor:none]"
    >
      {groups.map((group) => (
        <div key={group.id} role="rowgroup" aria-label={group.title}>
          {group.title && (
            <p aria-hidden="true" className="px-3 pt-3 pb-1 text-sm font-semibold text-muted">
              {group.title}
            </p>
          )}
          {group.rows.map((row) => {
            const { language, found } = row;
            const index = rows.indexOf(row);
            return (
              <LanguageRow
                key={language.code}
                id={`${id}-${index}`}
                language={language}
                found={found}
                problems={problems.get(language)}
                mainAbility={props.mainAbility}
                restriction={findRestriction(language.code)}
                isChosen={language === chosen}
                isDetection={language === detection}
                isPinned={pinned.includes(language.code)}
                active={index === cursor.index ? cursor.column : undefined}
                isOutlined={cursor.isOutlined}
                onPick={() => pick(index)}
                onPin={() => pin(index)}
                onPoint={() => cursor.move({ index, column: 'language', isOutlined: false })}
              />
            );
          })}
        </div>
      ))}
    </div>
  );
}

interface GridProps extends Pick<LanguagePickerProps, 'label' | 'mainAbility' | 'findRestriction'> {
  ref: RefObject<HTMLDivElement | null>;
  activeCell: string | undefined;
  onKeyDown: (event: KeyboardEvent) => void;
  id: string;
  groups: readonly RowGroup[];
  rows: readonly Row[];
  chosen: Language;
  pinned: readonly string[];
  cursor: ReturnType<typeof useCursor>;
  pick: (index: number) => void;
  pin: (index: number) => void;
}

function Legend() {
  return (
    // Hidden on a low screen or with large text, where the list needs the room.
    <p
      className="flex max-h-[clamp(0px,(100dvh-26rem)*99,4rem)] gap-4 overflow-clip border-line px-5 text-sm text-muted *:py-2"
      aria-hidden="true"
    >
      <span className="flex items-center gap-1.5">
        <AbilityBadge name="microphone" isMissing={false} />
        <span>{texts.voiceInput}</span>
      </span>
      <span className="flex items-center gap-1.5">
        <AbilityBadge name="speaker" isMissing={false} />
        <span>{texts.readAloud}</span>
      </span>
    </p>
  );
}

function useSpeechProblems(): ReadonlyMap<Language, SpeechProblems> {
  const { data: health } = useQuery(healthQuery);
  const { data: status } = useQuery(statusQuery);
  const [abilities, setAbilities] = useState(() => findAbilities(health, status));
  useEffect(() => watchAbilities(health, status, setAbilities), [health, status]);
  return useMemo(() => {
    const { findListenProblem, findSpeakProblem } = abilities;
    return new Map(
      languages.map((language) => {
        const { code } = language;
        return [language, { listening: findListenProblem(code), speaking: findSpeakProblem(code) }];
      }),
    );
  }, [abilities]);
}

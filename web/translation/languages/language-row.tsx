// biome-ignore-all lint/a11y/useSemanticElements: a table lays its rows and cells out by rules of its own
import type { PointerEvent } from 'react';
import { directionOf, type Language } from '../../../shared/languages.ts';
import { Flag } from '../../components/flag.tsx';
import { Drawing, Icon } from '../../components/icon.tsx';
import type { Limitation } from '../../speech/abilities.ts';
import { drawings } from '../drawings.ts';
import { Badge } from './language-badge.tsx';
import type { Found, Marked } from './language-search.ts';
import type { LanguageLimit, Need } from './language-select.tsx';

/**
 * A language in the grid, and its pin: a cell each, since who cannot see them must reach both. The focus stays with the
 * grid or the field, so that no press takes it away.
 */
export function LanguageRow(props: LanguageRowProps) {
  const {
    id,
    language,
    found,
    limit,
    isChosen,
    isDetection,
    isPinned,
    active,
    isMarked,
    onPick,
    onPin,
    onPoint,
  } = props;
  const isActive = active !== undefined;
  const mark = (column: Column) => (isMarked && active === column ? marked : undefined);

  function onPointerMove({ movementX, movementY }: PointerEvent): void {
    // The list has moved under a pointer that rests.
    if (movementX !== 0 || movementY !== 0) onPoint();
  }

  return (
    <div
      role="row"
      tabIndex={-1}
      data-active={isActive || undefined}
      onPointerMove={onPointerMove}
      onMouseDown={(event) => event.preventDefault()}
      className="group flex min-h-13 scroll-my-10 items-stretch rounded-control data-active:bg-sunken"
    >
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: keys belong to the grid, which has the focus */}
      <div
        id={cellId(id, 'language')}
        role="gridcell"
        tabIndex={-1}
        aria-selected={isChosen}
        onClick={onPick}
        style={mark('language')}
        className="flex min-w-0 flex-1 cursor-pointer items-center gap-3 rounded-control py-1.5 pr-1 pl-3"
      >
        <Flag flag={language.flag} className={limit?.isOff ? 'opacity-40' : ''} />
        <span className="min-w-0 flex-1">
          <span
            lang={isDetection ? undefined : language.code}
            dir={directionOf(language.code)}
            className="block leading-snug font-medium"
          >
            <Words parts={found?.ownName ?? [language.ownName]} />
          </span>
          <span className="block text-sm leading-snug text-muted">
            <Words parts={found?.name ?? [language.name]} />
            {found?.otherName && (
              <>
                {' · '}
                <Words parts={found.otherName} />
              </>
            )}
            <Notes {...props} />
          </span>
        </span>
        {isChosen && <Icon name="check" className="size-5 shrink-0 text-accent" />}
        {!isDetection && <Badges {...props} />}
      </div>
      {!isDetection && (
        <div role="gridcell" tabIndex={-1} className="flex">
          <button
            id={cellId(id, 'pin')}
            type="button"
            tabIndex={-1}
            aria-label={`Pin ${language.name}`}
            aria-pressed={isPinned}
            data-tooltip={isPinned ? 'Unpin' : 'Pin'}
            onClick={onPin}
            style={mark('pin')}
            className="grid w-11 place-items-center rounded-control text-muted transition-opacity hover:text-ink aria-pressed:text-accent pointer-fine:not-aria-pressed:not-group-data-active:opacity-0"
          >
            <Drawing path={drawings.pin} isFilled={isPinned} />
          </button>
        </div>
      )}
    </div>
  );
}

export type Column = 'language' | 'pin';

export function cellId(id: string, column: Column): string {
  return `${id}-${column}`;
}

/** What cannot be done here with speech in a language. */
export interface Lacks {
  readonly deafness: Limitation | undefined;
  readonly muteness: Limitation | undefined;
}

interface LanguageRowProps {
  id: string;
  language: Language;
  found: Found | undefined;
  lacks: Lacks | undefined;
  needs: Need | undefined;
  limit: LanguageLimit | undefined;
  isChosen: boolean;
  /** It is no language, but the entry that has it found out. */
  isDetection: boolean;
  isPinned: boolean;
  /** The cell that keys act on, in the row where they do. */
  active: Column | undefined;
  /** It is shown which cell that is. */
  isMarked: boolean;
  onPick: () => void;
  onPin: () => void;
  onPoint: () => void;
}

const marked = { outline: '2px solid var(--color-accent)', outlineOffset: -2 };

/** What was typed is marked. */
function Words({ parts }: { parts: Marked }) {
  return parts.map((part, index) =>
    index % 2 === 1 ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: parts have no name but their place
      <mark key={index} className="rounded-xs bg-accent-soft text-accent-strong">
        {part}
      </mark>
    ) : (
      part
    ),
  );
}

/** What stands most in the way can be read; the rest is for who cannot see the badges. */
function Notes({ lacks, needs, limit }: LanguageRowProps) {
  const [deafness, muteness] = [lacks?.deafness, lacks?.muteness];
  const all = needs === 'voice' ? [limit, muteness, deafness] : [limit, deafness, muteness];
  const isShown = (index: number) => (limit ? index === 0 : needs === undefined || index < 2);
  return all.map(
    (lack, index) =>
      lack && (
        <span key={lack.note} className={isShown(index) ? undefined : 'sr-only'}>
          {' · '}
          {lack.note}
        </span>
      ),
  );
}

function Badges({ lacks }: LanguageRowProps) {
  return (
    <span className="flex shrink-0 gap-1.5">
      <Badge name="microphone" isLacking={lacks?.deafness !== undefined} />
      <Badge name="speaker" isLacking={lacks?.muteness !== undefined} />
    </span>
  );
}

// biome-ignore-all lint/a11y/useSemanticElements: a table has its own layout

import type { PointerEvent } from 'react';
import { getDirection, type Language } from '../../../shared/languages.ts';
import { Flag } from '../../components/flag.tsx';
import { Icon, PathIcon } from '../../components/icon.tsx';
import { capitalise, findName, getName } from '../../language/language-name.ts';
import type { SpeechProblem } from '../../speech/abilities.ts';
import * as texts from '../../texts/languages.ts';
import { HighlightedText } from '../highlight.tsx';
import { iconPaths } from '../icon-paths.ts';
import type { SearchResult } from './language-search.ts';
import type { Column } from './picker-cursor.ts';

/** A language and its pin, one cell each for screen readers. The focus stays in the grid or the search field. */
export function LanguageRow(props: LanguageRowProps) {
  const { active, isDetection, onPoint } = props;

  function onPointerMove({ movementX, movementY }: PointerEvent): void {
    // The list may scroll under a pointer that does not move.
    if (movementX !== 0 || movementY !== 0) onPoint();
  }

  return (
    <div
      role="row"
      tabIndex={-1}
      data-active={active !== undefined || undefined}
      onPointerMove={onPointerMove}
      onMouseDown={(event) => event.preventDefault()}
      className="group flex min-h-13 scroll-my-10 items-stretch rounded-control data-active:bg-sunken"
    >
      <LanguageCell {...props} />
      {!isDetection && <PinCell {...props} />}
    </div>
  );
}

function LanguageCell(props: LanguageRowProps) {
  const { id, language, found, restriction, isChosen, isDetection, active, isOutlined, onPick } = props;
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the grid has the focus and handles keys
    <div
      id={cellId(id, 'language')}
      role="gridcell"
      tabIndex={-1}
      aria-selected={isChosen}
      onClick={onPick}
      className={`flex min-w-0 flex-1 cursor-pointer flex-wrap items-center gap-3 rounded-control py-1.5 pe-1 ps-3 ${
        isOutlined && active === 'language' ? outlined : ''
      }`}
    >
      <Flag flag={language.flag} className={restriction?.isUnavailable ? 'opacity-40' : ''} />
      <span className="min-w-0 flex-1 basis-24">
        <span
          lang={isDetection ? undefined : language.code}
          translate={isDetection ? undefined : 'no'}
          dir={getDirection(language.code)}
          className="block leading-snug font-medium"
        >
          <HighlightedText pieces={found?.ownName ?? [language.ownName]} />
        </span>
        <span className="block text-sm leading-snug text-muted">
          <HighlightedText pieces={found?.name ?? [capitalise(findName(language.code) ?? language.name)]} />
          {found?.otherName && (
            <>
              <span> · </span>
              <HighlightedText pieces={found.otherName} />
            </>
          )}
          <Notes {...props} />
        </span>
      </span>
      {isChosen && <Icon name="check" className="size-5 shrink-0 text-accent" />}
      {!isDetection && <AbilityBadges {...props} />}
    </div>
  );
}

function PinCell({ id, language, isPinned, active, isOutlined, onPin }: LanguageRowProps) {
  return (
    <div role="gridcell" tabIndex={-1} className="flex">
      <button
        id={cellId(id, 'pin')}
        type="button"
        tabIndex={-1}
        aria-label={texts.pinLanguage(getName(language.code))}
        aria-pressed={isPinned}
        data-tooltip={isPinned ? texts.unpin : texts.pin}
        onClick={onPin}
        className={`grid w-11 place-items-center rounded-control text-muted transition-opacity hover:text-ink aria-pressed:text-accent pointer-fine:not-aria-pressed:not-group-data-active:opacity-0 ${
          isOutlined && active === 'pin' ? outlined : ''
        }`}
      >
        <PathIcon path={iconPaths.pin} isFilled={isPinned} />
      </button>
    </div>
  );
}

const outlined = 'outline-2 -outline-offset-2 outline-accent';

export function cellId(id: string, column: Column): string {
  return `${id}-${column}`;
}

/** Voice input, or reading aloud. */
export type Ability = 'microphone' | 'speaker';

export interface LanguageRestriction {
  readonly note: string;
  /** The language cannot be used at all. */
  readonly isUnavailable: boolean;
}

export type FindRestriction = (code: string) => LanguageRestriction | undefined;

export interface SpeechProblems {
  readonly listening: SpeechProblem | undefined;
  readonly speaking: SpeechProblem | undefined;
}

interface LanguageRowProps {
  id: string;
  language: Language;
  found: SearchResult | undefined;
  problems: SpeechProblems | undefined;
  mainAbility: Ability | undefined;
  restriction: LanguageRestriction | undefined;
  isChosen: boolean;
  isDetection: boolean;
  isPinned: boolean;
  /** The column that keys act on if this is the active row. */
  active: Column | undefined;
  isOutlined: boolean;
  onPick: () => void;
  onPin: () => void;
  onPoint: () => void;
}

/** Shows the restriction, or else what `mainAbility` selects. Screen readers get every note, but no badges. */
function Notes({ problems, mainAbility, restriction }: LanguageRowProps) {
  const { listening, speaking } = problems ?? {};
  const all = [restriction, ...(mainAbility === 'speaker' ? [speaking, listening] : [listening, speaking])];
  const isShown = (index: number) => (restriction ? index === 0 : mainAbility === undefined || index < 2);
  return all.map(
    (problem, index) =>
      problem && (
        <span key={problem.note} className={isShown(index) ? undefined : 'sr-only'}>
          {` · ${problem.note}`}
        </span>
      ),
  );
}

function AbilityBadges({ problems }: LanguageRowProps) {
  return (
    <span className="flex shrink-0 gap-1.5">
      <AbilityBadge name="microphone" isMissing={problems?.listening !== undefined} />
      <AbilityBadge name="speaker" isMissing={problems?.speaking !== undefined} />
    </span>
  );
}

/** Struck out if missing. */
export function AbilityBadge({ name, isMissing }: { name: Ability; isMissing: boolean }) {
  return (
    <span data-badge={name} data-lacking={isMissing || undefined} className="relative text-muted">
      <Icon name={name} className="size-4.5" />
      {isMissing && (
        <span className="absolute inset-0 m-auto h-5 w-0 rotate-45 border-s-2 border-ink outline outline-surface" />
      )}
    </span>
  );
}

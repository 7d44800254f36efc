import { type ReactNode, useLayoutEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { IconButton } from '../../components/controls/icon-button.tsx';
import { PathIcon } from '../../components/icon.tsx';
import * as texts from '../../texts/history.ts';
import { iconPaths } from '../icon-paths.ts';
import { starTranslation, useLocalHistory } from './local-history.ts';

/** Rendered in the card's header. Hidden if the history lacks the translation, as in private mode. */
export function StarButton({ text, language }: { text: string; language: string }) {
  const { owner, entries } = useLocalHistory();
  const [slot, setSlot] = useState<HTMLElement | null>(null);
  useLayoutEffect(() => setSlot(document.getElementById('translation-star')), []);
  const saved = entries?.findLast(
    (entry) =>
      entry.translatedText === text && entry.targetLanguage === language && entry.removedAtMs === undefined,
  );
  if (!slot || !owner || !saved) return null;
  return createPortal(
    <StarToggle
      isStarred={saved.isStarred}
      onChange={(isStarred) => starTranslation(owner, saved, isStarred)}
    />,
    slot,
  );
}

export function StarToggle({ isStarred, className = '', children, onChange }: StarToggleProps) {
  return (
    <IconButton
      label={texts.star}
      tooltip={isStarred ? texts.removeStar : texts.star}
      aria-pressed={isStarred}
      onClick={() => onChange(!isStarred)}
      className={`aria-pressed:text-accent ${className}`}
    >
      <PathIcon path={iconPaths.star} isFilled={isStarred} />
      {children}
    </IconButton>
  );
}

interface StarToggleProps {
  isStarred: boolean;
  className?: string;
  children?: ReactNode;
  onChange: (isStarred: boolean) => void;
}

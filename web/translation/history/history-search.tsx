import { useId, useRef } from 'react';
import { limits } from '../../../shared/limits.ts';
import { IconButton } from '../../components/controls/icon-button.tsx';
import { Icon } from '../../components/icon.tsx';
import * as texts from '../../texts/history.ts';

export function SearchField({ typed, onType }: { typed: string; onType: (text: string) => void }) {
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  return (
    <search className="relative block flex-1">
      <label htmlFor={id} className="sr-only">
        {texts.search}
      </label>
      <input
        ref={field}
        id={id}
        type="search"
        dir="auto"
        value={typed}
        maxLength={limits.searchCharacters}
        placeholder={texts.search}
        autoComplete="off"
        onChange={(event) => onType(event.currentTarget.value)}
        className="min-h-12 w-full rounded-control border border-edge bg-surface px-4 pr-12 placeholder:text-muted focus-visible:outline-offset-0 [&::-webkit-search-cancel-button]:appearance-none"
      />
      {typed !== '' && (
        <IconButton
          label={texts.clearSearch}
          onClick={() => {
            onType('');
            field.current?.focus();
          }}
          className="absolute top-0.5 right-0.5"
        >
          <Icon name="close" />
        </IconButton>
      )}
    </search>
  );
}

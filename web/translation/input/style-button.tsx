import { useState } from 'react';
import { useStore } from '../../browser/store.ts';
import { Button } from '../../components/controls/button.tsx';
import { PathIcon } from '../../components/icon.tsx';
import { defineLazy, Lazy, prefetchOnIntent } from '../../components/lazy.tsx';
import * as texts from '../../texts/translator.ts';
import { iconPaths } from '../icon-paths.ts';
import type { TranslatorProps, TranslatorState } from '../translator/translator.ts';
import { filterStyle, findStyleOptions, style } from './style.ts';

const styleDialog = defineLazy(() => import('./style-dialog.tsx'), 'StyleDialog');

/** Beside the title of the translation. */
export function StyleButton({ translator, health, send }: TranslatorProps) {
  const [isOpen, setOpen] = useState(false);
  const chosen = useStore(style);
  const options = findStyleOptions(health, translator.target);
  const active = filterStyle(chosen, options);
  const isOutdated = useIsOutdated(translator, JSON.stringify(chosen));
  const names = [active.formality, active.profanity].flatMap((each) => (each ? texts.styleNames[each] : []));
  const isActive = names.length > 0;
  const label = isActive ? texts.styleOf(names.join(', ')) : texts.style;
  if (!options.hasFormality && !options.canMaskProfanity) return null;
  return (
    <>
      <Button
        variant="quiet"
        aria-haspopup="dialog"
        data-state={isActive ? 'active' : 'plain'}
        aria-label={label}
        data-tooltip={label}
        {...prefetchOnIntent(styleDialog)}
        onClick={() => setOpen(true)}
        className="me-auto data-[state=active]:bg-accent-soft data-[state=active]:text-accent"
      >
        <PathIcon path={iconPaths.sliders} />
      </Button>
      {isOpen && (
        <Lazy
          component={styleDialog}
          props={{ onClose: () => setOpen(false), translator, options, isOutdated, send }}
        />
      )}
    </>
  );
}

function useIsOutdated({ phase, translation }: TranslatorState, chosen: string): boolean {
  const [lastUsed, setLastUsed] = useState({ translation, chosen });
  const isNew = phase === 'translating' || lastUsed.translation !== translation;
  if (isNew && (lastUsed.translation !== translation || lastUsed.chosen !== chosen))
    setLastUsed({ translation, chosen });
  return !isNew && translation !== undefined && lastUsed.chosen !== chosen;
}

import { useEffect, useState } from 'react';
import { defineLazy, Lazy } from '../components/lazy.tsx';
import { conversationOpen, goToPhrases } from './input/dock-buttons.tsx';
import type { TranslatorProps } from './translator/translator.ts';

const healthCard = defineLazy(() => import('./health-card/health-card.tsx'), 'HealthCard');

/** Opens what a shortcut of the installed app asks for: its address in `manifest.webmanifest` ends with `#` and a name. */
export function Shortcuts({ translator: { source, target }, health }: ShortcutsProps) {
  const [isCardOpen, setCardOpen] = useState(false);
  useEffect(() => {
    const actions = new Map([
      ['#conversation', () => conversationOpen.set(true)],
      ['#phrases', goToPhrases],
      ['#health-card', () => setCardOpen(true)],
    ]);
    const open = () => {
      const { hash, pathname, search } = location;
      const action = actions.get(hash);
      if (!action) return;
      // A reload does not repeat it.
      history.replaceState(history.state, '', pathname + search);
      action();
    };
    open();
    addEventListener('hashchange', open);
    return () => removeEventListener('hashchange', open);
  }, []);
  if (!isCardOpen) return null;
  return (
    <Lazy component={healthCard} props={{ source, target, health, onClose: () => setCardOpen(false) }} />
  );
}

type ShortcutsProps = Pick<TranslatorProps, 'translator' | 'health'>;

import { Button } from '../components/controls/button.tsx';
import * as texts from '../texts/account.tsx';
import { shortcutsHelp } from './shortcut-switch.ts';

/** Hidden on devices without a mouse, which rarely have a keyboard. */
export function ShortcutsButton() {
  return (
    <Button
      variant="quiet"
      onClick={() => shortcutsHelp.set(true)}
      className="hidden! w-full px-3 text-sm [@media(hover:hover)_and_(pointer:fine)]:inline-flex!"
    >
      {texts.keyboardShortcuts}
    </Button>
  );
}

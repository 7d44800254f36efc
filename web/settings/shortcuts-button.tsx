import { Button } from '../components/controls/button.tsx';
import { shortcutsHelp } from './shortcut-switch.ts';

/** Opens the list. Devices without a keyboard do not have it. */
export function ShortcutsButton() {
  return (
    <Button
      look="quiet"
      onClick={() => shortcutsHelp.set(true)}
      className="hidden! w-full px-3 text-sm [@media(hover:hover)_and_(pointer:fine)]:inline-flex!"
    >
      Keyboard shortcuts
    </Button>
  );
}

import { Button } from '../components/controls/button.tsx';
import { shortcutSwitch } from './shortcut-switch.ts';

/** Opens the list. Devices without a keyboard do not have it. */
export function ShortcutsButton() {
  return (
    <Button
      look="quiet"
      onClick={() => shortcutSwitch.showHelp(true)}
      className="hidden! w-full px-3 text-sm [@media(hover:hover)_and_(pointer:fine)]:inline-flex!"
    >
      Keyboard shortcuts
    </Button>
  );
}

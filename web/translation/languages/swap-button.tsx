import { Button } from '../../components/controls/button.tsx';
import { Icon } from '../../components/icon.tsx';
import * as texts from '../../texts/languages.ts';
import type { ToolsProps } from '../input/tools.tsx';

/** Two fit beside the record button, even at 200% text size. */
export const roundButton =
  'size-[min(3em,15vw)] min-h-0! min-w-0! shrink-0 rounded-full bg-accent-soft text-accent! hover:bg-accent! hover:text-on-accent!';

export function SwapButton({ send, className }: Pick<ToolsProps, 'send'> & { className: string }) {
  return (
    <Button
      variant="quiet"
      aria-label={texts.swap}
      data-tooltip={texts.swap}
      onClick={() => send({ type: 'swapped' })}
      className={`group ${roundButton} ${className}`}
    >
      <Icon
        name="swap"
        className="size-5 transition-[rotate] duration-300 ease-calm group-active:[rotate:180deg]"
      />
    </Button>
  );
}

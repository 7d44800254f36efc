import { Button } from '../../components/controls/button.tsx';
import { Icon } from '../../components/icon.tsx';
import * as texts from '../../texts/languages.ts';
import type { TranslatorProps } from '../translator/translator.ts';

export function SwapButton({ send }: Pick<TranslatorProps, 'send'>) {
  return (
    <Button
      variant="quiet"
      aria-label={texts.swap}
      data-tooltip={texts.swap}
      onClick={() => send({ type: 'swapped' })}
      className="group rounded-full! @max-[13rem]:col-start-2 @max-[13rem]:row-[1/3]"
    >
      <Icon
        name="swap"
        className="size-5 transition-[rotate] duration-300 ease-calm group-active:[rotate:180deg]"
      />
    </Button>
  );
}

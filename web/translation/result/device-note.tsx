import { useOnline } from '../../browser/online.ts';
import { Button } from '../../components/controls/button.tsx';
import * as texts from '../../texts/offline/translation.ts';
import { isReadyToTranslate, type MachineProps } from '../translator/translator.ts';
import { TranslationCost } from './translation-cost.tsx';

/** Says that the server had no part in it, and offers its translation. */
export function DeviceNote({ translator, send }: MachineProps) {
  const isOnline = useOnline();
  return (
    <div className="mt-1 flex flex-wrap items-center gap-x-3">
      <p className="text-sm text-muted">{texts.onThisDevice}</p>
      {isOnline && isReadyToTranslate(translator) && (
        <>
          <Button
            variant="quiet"
            onClick={() => send({ type: 'translation-requested' })}
            className="-ml-2 px-2 underline underline-offset-4"
          >
            {texts.translateOnline}
          </Button>
          <p className="text-sm text-muted empty:hidden">
            <TranslationCost text={translator.text} />
          </p>
        </>
      )}
    </div>
  );
}

import { defineLazy, Lazy } from '../../components/lazy.tsx';
import { Notice } from '../../components/toasts/notice.tsx';
import * as texts from '../../texts/site.ts';
import type { TranslatorState } from '../../translation/translator/translator.ts';

const pairNote = defineLazy(() => import('./pair-note.tsx'), 'PairNote');

export function OfflineNotice({ source, target, text, phase }: TranslatorState) {
  const isBusy = text !== '' || phase !== 'idle';
  return (
    <div className="mb-3">
      <Notice tone="plain">
        <p>{texts.offlineTranslator}</p>
        {/* Keeps its place until it has loaded. */}
        <div className="min-h-[2lh] sm:min-h-[1lh]">
          <Lazy component={pairNote} props={{ source, target, isBusy }} failed={null} />
        </div>
      </Notice>
    </div>
  );
}

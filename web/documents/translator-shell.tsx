import { Card } from '../components/card.tsx';
import { Header } from '../pages/frame.tsx';
import { VoiceInfoCard } from '../speech/voice-info-card.tsx';
import { TranslationPlaceholder, TranslatorSurface } from '../translation/surface.tsx';

/** Shown until the translator's script runs. The real page must not shift its layout. */
export function TranslatorShell() {
  return (
    <div className="mx-auto flex min-h-dvh max-w-6xl flex-col px-3 sm:px-6">
      <Header />
      <div className="flex min-h-8 flex-wrap items-center gap-x-2 md:gap-x-4 desktop:min-h-10">
        <div className="min-h-8 grow basis-60 md:basis-88 md:grow-0" />
        <VoiceInfoCard />
      </div>
      <TranslatorSurface
        languages={<div className="min-h-14 border-b border-line" />}
        input={<div className="min-h-39.5" />}
        translation={
          <Card id="card-translation" title="Translation" isPane>
            <TranslationPlaceholder />
          </Card>
        }
      />
    </div>
  );
}

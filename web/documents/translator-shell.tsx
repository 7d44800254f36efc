import { Card } from '../components/card.tsx';
import { Header, wideFrame } from '../pages/frame.tsx';
import { headerBanner, headerConversation, VoiceInfoCard } from '../speech/voice-info-card.tsx';
import * as texts from '../texts/translator.ts';
import { besideHistory, TranslationPlaceholder, TranslatorSurface } from '../translation/surface.tsx';

/** Shown until the translator's script runs. The real page must not shift its layout. */
export function TranslatorShell() {
  return (
    <div className={`mx-auto flex min-h-dvh max-w-6xl flex-col px-3 sm:px-6 ${wideFrame}`}>
      <Header>
        <VoiceInfoCard />
        <div className={headerBanner} />
        <div className={headerConversation} />
      </Header>
      <div className={besideHistory}>
        <TranslatorSurface
          languages={<div className="min-h-14 border-b border-line" />}
          input={<div className="min-h-39.5" />}
          translation={
            <Card id="card-translation" title={texts.translation} isPane>
              <TranslationPlaceholder />
            </Card>
          }
        />
      </div>
    </div>
  );
}

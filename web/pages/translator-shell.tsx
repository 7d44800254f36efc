import { VoiceInfoCard } from '../speech/voice-info-card.tsx';
import { Header } from './frame.tsx';

/**
 * What the translator's document shows until its script is here: the head of the page, and where a guest's page has it,
 * the text that explains it. The page takes its place and looks the same there.
 */
export function TranslatorShell() {
  return (
    <div className="mx-auto flex min-h-dvh max-w-6xl flex-col px-3 sm:px-6">
      <Header />
      <div className="grid gap-3 *:min-w-0 sm:gap-4 md:grid-cols-12">
        <div className="min-h-15 md:col-span-12" />
        <div className="md:col-span-12">
          <VoiceInfoCard />
        </div>
      </div>
    </div>
  );
}

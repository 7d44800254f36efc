import { VoiceInfoCard } from '../speech/voice-info-card.tsx';
import { Header } from './frame.tsx';

/** Shown until the translator's script runs. The page replaces it without moving anything. */
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

import { Icon } from '../components/icon.tsx';

export function VoiceInfoCard() {
  return (
    <section
      aria-labelledby="card-voice-recording"
      className="flex items-start gap-3 rounded-card bg-accent-soft px-4 py-3.5 sm:items-center sm:px-5"
    >
      <Icon name="info" className="mt-0.5 size-5 shrink-0 text-accent sm:mt-0" />
      <div className="text-[0.9375rem] leading-relaxed">
        <h2 id="card-voice-recording" className="inline font-semibold">
          Voice recording.
        </h2>{' '}
        <p className="inline">
          Tap and speak, or hold to talk. We don’t keep recordings. Your browser may send speech to Google or
          Apple.
        </p>
      </div>
    </section>
  );
}

import { useEffect, useRef, useState } from 'react';
import { getDirection } from '../../../shared/languages.ts';
import { Button } from '../../components/controls/button.tsx';
import { level } from '../../speech/record/level.ts';
import { LevelBars } from '../../speech/record/level-bars.tsx';
import { type Conversation, unsureConfidence } from '../conversation/conversation.ts';

/** The interim and final transcript. `Announcer` announces the final one to screen readers. */
export function Transcript({ conversation, onEdit }: TranscriptProps) {
  const { phase, interim, transcript, confidence, text, source } = conversation;
  if (transcript)
    return (
      <div className="grid w-full grid-cols-[1fr_auto] items-center gap-x-2">
        <div className="min-w-0 text-start">
          <p lang={source} dir={getDirection(source)} className="text-lg font-medium wrap-anywhere">
            {transcript}
          </p>
          {confidence < unsureConfidence && text === transcript && (
            <p className="text-sm text-muted">I may have misheard. Check the text.</p>
          )}
        </div>
        <Button look="quiet" onClick={onEdit} className="-mr-2 px-3">
          Edit
        </Button>
      </div>
    );
  if (interim)
    return (
      <div
        aria-hidden="true"
        className="flex max-h-14 w-full flex-col justify-end overflow-hidden text-start"
      >
        <p
          lang={source}
          dir={getDirection(source)}
          data-testid="interim"
          className="text-lg text-muted wrap-anywhere"
        >
          {interim}
        </p>
      </div>
    );
  if (phase === 'listening') return <Hearing />;
  return (
    <p className="text-muted">
      {phase === 'asking' ? 'If your browser asks, allow the microphone.' : 'Your words will appear here.'}
    </p>
  );
}

export interface TranscriptProps {
  conversation: Conversation;
  onEdit: () => void;
}

function Hearing() {
  const [isLoud, setLoud] = useState(false);
  useEffect(() => level.subscribe((now) => now > 0 && setLoud(true)), []);
  return isLoud ? <LevelBars /> : <Ripple />;
}

function Ripple() {
  const row = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (matchMedia('(prefers-reduced-motion: reduce)').matches) return;
    const running = Array.from(row.current?.children ?? [], (dot, index) =>
      dot.animate({ opacity: [0.3, 1, 0.3] }, { duration: 1_800, delay: index * 300, iterations: Infinity }),
    );
    return () => running.forEach((animation) => void animation.cancel());
  }, []);
  return (
    <div ref={row} aria-hidden="true" className="flex h-9 items-center gap-2">
      <span className="size-2 rounded-full bg-accent opacity-30" />
      <span className="size-2 rounded-full bg-accent opacity-30" />
      <span className="size-2 rounded-full bg-accent opacity-30" />
    </div>
  );
}

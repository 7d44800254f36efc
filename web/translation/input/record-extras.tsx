import { type RefObject, useEffect, useEffectEvent, useRef } from 'react';
import { level } from '../../speech/record/level.ts';
import { SilenceRing } from '../../speech/record/silence-ring.tsx';
import type { Phase } from '../translator/translator.ts';
import { holdToTalk } from './hold-to-talk.ts';

export function RecordExtras({ phase, button, onTap, onCancel }: RecordExtrasProps) {
  const tap = useEffectEvent(onTap);
  const cancel = useEffectEvent(onCancel);
  useEffect(
    () =>
      button.current ? holdToTalk(button.current, { tap: () => tap(), cancel: () => cancel() }) : undefined,
    [button],
  );
  if (phase !== 'listening') return null;
  return (
    <>
      <LevelRing />
      <SilenceRing />
    </>
  );
}

interface RecordExtrasProps {
  phase: Phase;
  button: RefObject<HTMLButtonElement | null>;
  onTap: () => void;
  onCancel: () => void;
}

function LevelRing() {
  const ring = useRef<HTMLSpanElement>(null);
  useEffect(() => level.subscribe((now) => ring.current?.style.setProperty('--level', now.toFixed(3))), []);
  return <span ref={ring} className="level-ring absolute inset-0 rounded-full bg-accent" />;
}

import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react';
import { Button } from '../../components/controls/button.tsx';
import { Dialog } from '../../components/dialogs/dialog.tsx';
import { Icon } from '../../components/icon.tsx';
import { Notice } from '../../components/toasts/notice.tsx';
import type { Browser } from '../browser.ts';
import { unlockAudio } from '../speak/audio-unlock.ts';
import type { GuideProps } from './guide-host.tsx';
import { whereToAllow } from './where-to-allow.ts';

/**
 * The microphone first, then speech: each wants a tap of its own. When both are done it says so, and listens.
 */
export function PermissionOverlay({ browser, onRetry, onClose }: GuideProps) {
  const [stage, setStage] = useState<Stage>('microphone');
  const [problem, setProblem] = useState<string>();

  const retry = useEffectEvent(onRetry);
  const isDone = stage === 'done';

  useEffect(() => {
    if (!isDone) return;
    const timer = setTimeout(() => retry(), retryAfterMs);
    return () => clearTimeout(timer);
  }, [isDone]);

  async function allow(): Promise<void> {
    setStage('asking');
    setProblem(undefined);
    const refusal = await askForMicrophone(browser);
    setProblem(refusal);
    setStage(refusal === undefined ? 'speech' : 'microphone');
  }

  /** Speech must be let loose within the tap: nothing is awaited before. */
  async function activate(): Promise<void> {
    const unlocking = unlockAudio();
    setStage('activating');
    setProblem(undefined);
    const isUnlocked = await unlocking.catch(() => false);
    setProblem(isUnlocked ? undefined : silent);
    setStage(isUnlocked ? 'done' : 'speech');
  }

  const isAllowed = stage === 'speech' || stage === 'activating' || isDone;
  return (
    <Dialog title="Set up voice in two steps" isOpen onClose={onClose}>
      <ol className="grid gap-3">
        <Task
          number={1}
          title="Allow the microphone"
          state={isAllowed ? 'done' : 'current'}
          text="Your browser asks for it: choose Allow."
        >
          <Problem sentence={problem} />
          <Button look="primary" isDisabled={stage === 'asking'} onClick={allow} className="w-full px-2!">
            {stage === 'asking'
              ? 'Answer your browser’s question…'
              : problem
                ? 'Ask again'
                : 'Allow microphone'}
          </Button>
        </Task>
        <Task
          number={2}
          title="Activate speech"
          state={isDone ? 'done' : isAllowed ? 'current' : 'ahead'}
          text="Browsers stay silent until you tap. This lets Parley read translations aloud."
        >
          <Problem sentence={problem} />
          <Button
            look="primary"
            isDisabled={stage === 'activating'}
            onClick={activate}
            className="w-full px-2!"
          >
            {stage === 'activating' ? 'Activating…' : 'Activate speech'}
          </Button>
        </Task>
      </ol>
      {isDone && <AllDone />}
    </Dialog>
  );
}

/** `asking`: the browser's question is open; `activating`: it makes a silent sound. */
type Stage = 'microphone' | 'asking' | 'speech' | 'activating' | 'done';

/** So long one sees that all is done, before it listens. */
const retryAfterMs = 500;

/** Opens the microphone and closes it at once. Undefined when that went well, else what was wrong. */
async function askForMicrophone(browser: Browser): Promise<string | undefined> {
  try {
    const stream = await navigator.mediaDevices.getUserMedia({ audio: true });
    const isAudible = stream.getAudioTracks().length > 0;
    for (const track of stream.getTracks()) track.stop();
    return isAudible ? undefined : noMicrophone;
  } catch (error) {
    const name = error instanceof DOMException ? error.name : '';
    if (name === 'NotAllowedError') return `The microphone is not allowed. ${whereToAllow(browser)}`;
    if (name === 'NotFoundError') return noMicrophone;
    return 'The microphone could not be opened. Close other apps that use it, and ask again.';
  }
}

const silent = 'Your browser blocked the sound. Try again, or close this and read the translations.';
const noMicrophone = 'No microphone found. Please check your audio devices.';

function Problem({ sentence }: { sentence: string | undefined }) {
  return (
    sentence && (
      <div role="alert" className="mb-4">
        <Notice tone="danger">{sentence}</Notice>
      </div>
    )
  );
}

function Task({ number, title, text, state, children }: TaskProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const wasAhead = useRef(state === 'ahead');
  const isCurrent = state === 'current';
  useEffect(() => {
    if (isCurrent && wasAhead.current) heading.current?.focus();
  }, [isCurrent]);
  return (
    <li
      aria-current={isCurrent ? 'step' : undefined}
      data-state={state}
      className={`flex flex-wrap gap-x-3 rounded-control border p-4 transition-colors duration-300 ${isCurrent ? 'border-accent' : 'border-line'}`}
    >
      <span
        className={`grid size-8 shrink-0 place-items-center rounded-full font-semibold ${
          state === 'done'
            ? 'bg-accent text-on-accent'
            : isCurrent
              ? 'bg-accent-soft text-accent'
              : 'bg-sunken text-muted'
        }`}
      >
        {state === 'done' ? <Icon name="check" className="size-5 animate-rise" /> : number}
      </span>
      <div className="min-w-0 flex-1 basis-36">
        <h3 ref={heading} tabIndex={-1} className="pt-1 leading-snug font-semibold outline-none">
          <span className="sr-only">Step {number} of 2: </span>
          {title}
          {state === 'done' && <span className="sr-only"> (done)</span>}
        </h3>
        {state !== 'done' && <p className="mt-1 text-muted">{text}</p>}
      </div>
      {isCurrent && <div className="mt-4 w-full">{children}</div>}
    </li>
  );
}

interface TaskProps {
  number: number;
  title: string;
  text: string;
  state: 'done' | 'current' | 'ahead';
  /** What to press while it is current. */
  children: ReactNode;
}

/** Takes the focus, for the button that had it is gone. */
function AllDone() {
  const line = useRef<HTMLParagraphElement>(null);
  useEffect(() => line.current?.focus(), []);
  return (
    <p
      ref={line}
      tabIndex={-1}
      className="mt-4 animate-rise text-center font-medium text-accent outline-none"
    >
      All done. Speak when it says ‘Listening’.
    </p>
  );
}

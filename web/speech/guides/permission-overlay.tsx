import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { Button } from '../../components/controls/button.tsx';
import { Dialog } from '../../components/dialogs/dialog.tsx';
import { Icon } from '../../components/icon.tsx';
import { Notice } from '../../components/toasts/notice.tsx';
import * as texts from '../../texts/guides.ts';
import type { Browser } from '../browser.ts';
import { unlockAudio } from '../speak/audio-unlock.ts';
import type { GuideProps } from './guide.ts';
import { GuideFailure } from './guide-cards.tsx';

/** Asks for the microphone, then unlocks sound; each needs its own tap. Then retries voice input. */
export function PermissionOverlay({ browser, failure, onRetry, onClose }: GuideProps) {
  const { perform, ...setup } = useSetup(onRetry);
  const askLabel = setup.problem ? texts.askAgain : texts.askForMicrophone;
  return (
    <Dialog title={texts.twoSteps} isAnnounced onClose={onClose}>
      <GuideFailure failure={failure} />
      <ol className="grid gap-3">
        <Task
          {...setup}
          number={1}
          title={texts.allowMicrophone}
          text={texts.chooseAllow}
          action={setup.isBusy ? texts.waitingForAnswer : askLabel}
          onPress={() => perform(() => askForMicrophone(browser))}
        />
        <Task
          {...setup}
          number={2}
          title={texts.turnOnSound}
          text={texts.turnOnSoundText}
          action={setup.isBusy ? texts.activating : texts.turnOnSound}
          onPress={() => perform(turnOnSound)}
        />
      </ol>
      {setup.tasksDone === 2 && (
        // Takes the focus, because the button that had it is gone.
        <p
          ref={focus}
          tabIndex={-1}
          className="mt-4 animate-rise text-center font-medium text-accent outline-none"
        >
          {texts.allDone}
        </p>
      )}
    </Dialog>
  );
}

function useSetup(onRetry: () => void) {
  const [tasksDone, setTasksDone] = useState(0);
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const retry = useEffectEvent(onRetry);

  useEffect(() => {
    if (tasksDone < 2) return;
    const timer = setTimeout(() => retry(), retryAfterMs);
    return () => clearTimeout(timer);
  }, [tasksDone]);

  /** Performs one task. It resolves with what went wrong. */
  async function perform(task: () => Promise<string | undefined>): Promise<void> {
    setBusy(true);
    setProblem(undefined);
    const failure = await task();
    setBusy(false);
    setProblem(failure);
    if (failure === undefined) setTasksDone(tasksDone + 1);
  }

  return { tasksDone, isBusy, problem, perform };
}

const retryAfterMs = 500;

/** iOS unlocks sound only in the tap's event handler, before any await. */
async function turnOnSound(): Promise<string | undefined> {
  const isUnlocked = await unlockAudio().catch(() => false);
  return isUnlocked ? undefined : texts.soundBlocked;
}

async function askForMicrophone(browser: Browser): Promise<string | undefined> {
  try {
    const stream = await navigator.mediaDevices.getUserMedia({ audio: true });
    const hasAudio = stream.getAudioTracks().length > 0;
    for (const track of stream.getTracks()) track.stop();
    return hasAudio ? undefined : texts.noMicrophone;
  } catch (error) {
    const name = error instanceof DOMException ? error.name : '';
    if (name === 'NotAllowedError') return texts.microphoneBlocked(explainHowToAllow(browser));
    return name === 'NotFoundError' ? texts.noMicrophone : texts.microphoneFailed;
  }
}

function Task({ number, tasksDone, title, text, problem, action, isBusy, onPress }: TaskProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const state = number <= tasksDone ? 'done' : number === tasksDone + 1 ? 'current' : 'upcoming';
  const wasUpcoming = useRef(state === 'upcoming');
  const isCurrent = state === 'current';
  useEffect(() => {
    if (isCurrent && wasUpcoming.current) heading.current?.focus();
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
          <span className="sr-only">{`${texts.stepOf(number, 2)}: `}</span>
          <span>{title}</span>
          {state === 'done' && <span className="sr-only">{` ${texts.stepDone}`}</span>}
        </h3>
        {state !== 'done' && <p className="mt-1 text-muted">{text}</p>}
      </div>
      {isCurrent && (
        <div className="mt-4 w-full">
          {problem && (
            <div role="alert" className="mb-4">
              <Notice tone="danger">{problem}</Notice>
            </div>
          )}
          <Button variant="primary" isDisabled={isBusy} onClick={onPress} className="w-full px-2!">
            {action}
          </Button>
        </div>
      )}
    </li>
  );
}

interface TaskProps extends Omit<ReturnType<typeof useSetup>, 'perform'> {
  number: number;
  title: string;
  text: string;
  action: string;
  onPress: () => void;
}

function focus(element: HTMLElement | null): void {
  element?.focus();
}

/** Where to allow the microphone outside Chrome. */
export function explainHowToAllow({ id, device }: Browser): string {
  if (id === 'ios-safari') return texts.allowInSafari;
  if (id !== 'firefox') return texts.allowElsewhere;
  return device === 'android' ? texts.allowInAndroidFirefox : texts.allowInFirefox;
}

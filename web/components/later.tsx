import { type ComponentType, type ReactNode, startTransition, useEffect, useState } from 'react';
import { reload } from '../browser/leaving.ts';
import { useOnline } from '../browser/online.ts';
import { loadPartsStyle } from './parts-style.ts';
import { Notice, NoticeButton } from './toasts/notice.tsx';

/** A part of the page that is loaded when it is wanted. */
export interface Part<Props> {
  /** Asks for it; asks again after a failure. */
  load(): Promise<ComponentType<Props>>;
  loaded: ComponentType<Props> | undefined;
}

/** @param importPart imports the part's component */
export function partOf<Props>(importPart: () => Promise<ComponentType<Props>>): Part<Props> {
  const part: Part<Props> = {
    async load() {
      // Without its stylesheet nothing is to be shown.
      const [component] = await Promise.all([importPart(), loadPartsStyle()]);
      part.loaded ??= component;
      return part.loaded;
    },
    loaded: undefined,
  };
  return part;
}

/**
 * Shows a part once it is loaded. One that cannot be loaded takes nothing else down: `failed` stands in its
 * place, and it is asked for again after a while, the next time it is shown, and when the connection is back.
 */
export function Later<Props extends object>({ part, props, failed = <LoadFailed /> }: LaterProps<Props>) {
  const [Loaded, setLoaded] = useState(() => part.loaded);
  const [hasFailed, setFailed] = useState(false);
  const [attempt, setAttempt] = useState(0);
  const isOnline = useOnline();
  useEffect(() => {
    let isGone = false;
    let timer: ReturnType<typeof setTimeout>;
    Promise.all([part.load(), nextTurn()]).then(
      // In small pieces: several parts come at once when the page is idle.
      ([component]) => !isGone && startTransition(() => setLoaded(() => component)),
      () => {
        if (isGone) return;
        setFailed(true);
        // Browsers say that there is a connection a moment before there is one.
        if (isOnline) timer = setTimeout(setAttempt, retryMs * 2 ** attempt, attempt + 1);
      },
    );
    return () => {
      isGone = true;
      clearTimeout(timer);
    };
  }, [part, isOnline, attempt]);
  if (Loaded) return <Loaded {...props} />;
  return hasFailed ? failed : null;
}

/** The pause before the first attempt after a failure, in milliseconds; each further one is twice as long. */
const retryMs = 1_000;

/** One part after the other, and taps between them. */
function nextTurn(): Promise<void> {
  turn = turn.then(() => new Promise((resolve) => setTimeout(resolve)));
  return turn;
}

let turn = Promise.resolve();

interface LaterProps<Props> {
  part: Part<Props>;
  props: Props;
  failed?: ReactNode;
}

/** What a part that cannot be loaded is replaced by. */
export function LoadFailed() {
  return (
    <div role="alert">
      <Notice tone="danger" action={<NoticeButton onClick={reload}>Reload</NoticeButton>}>
        This part could not be loaded.
      </Notice>
    </div>
  );
}

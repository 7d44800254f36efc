import { type ComponentType, type ReactNode, startTransition, useEffect, useState } from 'react';
import { reload } from './leaving.ts';
import { Notice, NoticeButton } from './notice.tsx';
import { useOnline } from './online.ts';

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
      part.loaded ??= await importPart();
      return part.loaded;
    },
    loaded: undefined,
  };
  return part;
}

/**
 * Shows a part once it is loaded. One that cannot be loaded takes nothing else down: `failed` stands in its
 * place, and it is asked for again the next time it is shown, and when the connection is back.
 */
export function Later<Props extends object>({ part, props, failed = <LoadFailed /> }: LaterProps<Props>) {
  const [Loaded, setLoaded] = useState(() => part.loaded);
  const [hasFailed, setFailed] = useState(false);
  const isOnline = useOnline();
  // biome-ignore lint/correctness/useExhaustiveDependencies: a connection is another chance
  useEffect(() => {
    let isGone = false;
    Promise.all([part.load(), nextTurn()]).then(
      // In small pieces: several parts come at once when the page is idle.
      ([component]) => !isGone && startTransition(() => setLoaded(() => component)),
      () => !isGone && setFailed(true),
    );
    return () => {
      isGone = true;
    };
  }, [part, isOnline]);
  if (Loaded) return <Loaded {...props} />;
  return hasFailed ? failed : null;
}

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

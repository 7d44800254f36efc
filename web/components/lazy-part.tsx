import { type ComponentType, type ReactNode, startTransition, useEffect, useState } from 'react';
import { reload } from '../browser/leaving.ts';
import { useOnline } from '../browser/online.ts';
import { loadPartsStyle } from './parts-style.ts';
import { Notice, NoticeButton } from './toasts/notice.tsx';

export interface Part<Props> {
  load(): Promise<ComponentType<Props>>;
  loaded: ComponentType<Props> | undefined;
}

/**
 * @param importPart imports the part's component
 * @param hasStyle its classes are in the stylesheet of the first load
 */
export function definePart<Props>(
  importPart: () => Promise<ComponentType<Props>>,
  hasStyle = false,
): Part<Props> {
  const part: Part<Props> = {
    async load() {
      const [component] = await Promise.all([importPart(), hasStyle || loadPartsStyle()]);
      part.loaded ??= component;
      return part.loaded;
    },
    loaded: undefined,
  };
  return part;
}

/** Props of a control that opens a part: a pointer or the focus that comes to it fetches the part. */
export function prefetchOnIntent(part: { load(): Promise<unknown> }) {
  const fetch = () => void part.load().catch(() => {});
  return { onPointerEnter: fetch, onPointerDown: fetch, onFocus: fetch };
}

/** Shows a part once it is loaded. After a failure it shows `failed` and tries again, also when back online. */
export function LazyPart<Props extends object>({
  part,
  props,
  failed = <LoadFailed />,
}: LazyPartProps<Props>) {
  const [Loaded, setLoaded] = useState(() => part.loaded);
  const [hasFailed, setFailed] = useState(false);
  const [attempt, setAttempt] = useState(0);
  const isOnline = useOnline();
  useEffect(() => {
    let isGone = false;
    let timer: ReturnType<typeof setTimeout>;
    Promise.all([part.load(), waitForPrevious()]).then(
      // Keeps the page responsive while several parts arrive.
      ([component]) => !isGone && startTransition(() => setLoaded(() => component)),
      () => {
        if (isGone) return;
        setFailed(true);
        // Browsers report a connection before it works.
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

/** The first pause after a failure; each further one is twice as long. */
const retryMs = 1_000;

/** One part after the other, so that taps get through. */
function waitForPrevious(): Promise<void> {
  previous = previous.then(() => new Promise((resolve) => setTimeout(resolve)));
  return previous;
}

let previous = Promise.resolve();

interface LazyPartProps<Props> {
  part: Part<Props>;
  props: Props;
  failed?: ReactNode;
}

export function LoadFailed() {
  return (
    <div role="alert">
      <Notice tone="danger" action={<NoticeButton onClick={reload}>Reload</NoticeButton>}>
        This part didn’t load.
      </Notice>
    </div>
  );
}

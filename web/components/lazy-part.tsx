import { type ComponentType, type ReactNode, startTransition, useEffect, useState } from 'react';
import { reload } from '../browser/leaving.ts';
import { useOnline } from '../browser/online.ts';
import * as texts from '../texts/site.ts';
import { loadPartsStyle } from './parts-style.ts';
import { Notice, NoticeButton } from './toasts/notice.tsx';

export interface Part<Props> {
  load(): Promise<ComponentType<Props>>;
  loaded: ComponentType<Props> | undefined;
}

/** @param hasStyle its classes are in the stylesheet of the first load */
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

/** Props of a control that opens a part: fetches the part on hover, press or focus. */
export function prefetchOnIntent(part: { load(): Promise<unknown> }) {
  const fetch = () => void part.load().catch(() => {});
  return { onPointerEnter: fetch, onPointerDown: fetch, onFocus: fetch };
}

/** After a failure it shows `failed` and retries, also when the browser is back online. */
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
        // A reported connection may not work yet.
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

/** The first pause after a failure; it doubles each time. */
const retryMs = 1_000;

/** Renders parts one by one, so that the page handles taps in between. */
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
      <Notice tone="danger" action={<NoticeButton onClick={reload}>{texts.reload}</NoticeButton>}>
        {texts.sectionFailed}
      </Notice>
    </div>
  );
}

import { type ComponentType, type ReactNode, startTransition, useEffect, useState } from 'react';
import { reload } from '../browser/leaving.ts';
import { useOnline } from '../browser/online.ts';
import * as texts from '../texts/site.ts';
import { Boundary } from './boundary.tsx';
import { loadFullStylesheet } from './full-stylesheet.ts';
import { Notice, NoticeButton } from './toasts/notice.tsx';

export interface LazyComponent<Props> {
  load(): Promise<ComponentType<Props>>;
  loaded: ComponentType<Props> | undefined;
}

/** @param isInTheme its classes are in `theme.css`, so it needs no other stylesheet */
export function defineLazy<Name extends string, Props>(
  importModule: () => Promise<{ readonly [Key in Name]: ComponentType<Props> }>,
  name: Name,
  isInTheme = false,
): LazyComponent<Props> {
  const lazy: LazyComponent<Props> = {
    async load() {
      const [module] = await Promise.all([importModule(), isInTheme || loadFullStylesheet()]);
      lazy.loaded ??= module[name];
      return lazy.loaded;
    },
    loaded: undefined,
  };
  return lazy;
}

/** Props of a control that opens a lazy component: fetches it on hover, press or focus. */
export function prefetchOnIntent(lazy: { load(): Promise<unknown> }) {
  const fetch = () => void lazy.load().catch(() => {});
  return { onPointerEnter: fetch, onPointerDown: fetch, onFocus: fetch };
}

/** After a failure it shows `failed` and retries, at once when the browser is back online. */
export function Lazy<Props extends object>({
  component,
  props,
  pending = null,
  failed = <LoadFailed />,
}: LazyProps<Props>) {
  const [Loaded, setLoaded] = useState(() => component.loaded);
  const [hasFailed, setFailed] = useState(false);
  const [attempt, setAttempt] = useState(0);
  const isOnline = useOnline();
  // biome-ignore lint/correctness/useExhaustiveDependencies: tries again when the connection changes
  useEffect(() => {
    let isGone = false;
    let timer: ReturnType<typeof setTimeout>;
    Promise.all([component.load(), waitForPrevious()]).then(
      // Keeps the page responsive while several components arrive.
      ([loaded]) => !isGone && startTransition(() => setLoaded(() => loaded)),
      () => {
        if (isGone) return;
        setFailed(true);
        timer = setTimeout(setAttempt, retryMs * 2 ** attempt, attempt + 1);
      },
    );
    return () => {
      isGone = true;
      clearTimeout(timer);
    };
  }, [component, isOnline, attempt]);
  if (Loaded) {
    return (
      <Boundary broken={failed === null ? null : undefined}>
        <Loaded {...props} />
      </Boundary>
    );
  }
  return hasFailed ? failed : pending;
}

/** The first pause after a failure; it doubles each time. */
const retryMs = 1_000;

/** Renders components one by one, so that the page handles taps in between. */
function waitForPrevious(): Promise<void> {
  previous = previous.then(() => new Promise((resolve) => setTimeout(resolve)));
  return previous;
}

let previous = Promise.resolve();

interface LazyProps<Props> {
  component: LazyComponent<Props>;
  props: Props;
  /** Takes the component's place while it loads. */
  pending?: ReactNode;
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

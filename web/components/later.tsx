import { type ComponentType, type ReactNode, useEffect, useState } from 'react';

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
 * place, and it is asked for again the next time it is shown.
 */
export function Later<Props extends object>({ part, props, failed = <LoadFailed /> }: LaterProps<Props>) {
  const [Loaded, setLoaded] = useState(() => part.loaded);
  const [hasFailed, setFailed] = useState(false);
  useEffect(() => {
    let isGone = false;
    part.load().then(
      (component) => !isGone && setLoaded(() => component),
      () => !isGone && setFailed(true),
    );
    return () => {
      isGone = true;
    };
  }, [part]);
  if (Loaded) return <Loaded {...props} />;
  return hasFailed ? failed : null;
}

interface LaterProps<Props> {
  part: Part<Props>;
  props: Props;
  failed?: ReactNode;
}

function LoadFailed() {
  return (
    <p role="alert" className="rounded-card border border-line p-6 text-muted">
      This part could not be loaded. Please check your internet connection and reload the page.
    </p>
  );
}

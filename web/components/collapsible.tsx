import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { Icon } from './icon.tsx';
import { Lazy, type LazyComponent, prefetchOnIntent } from './lazy.tsx';

/** A section whose content loads on opening, and is removed on closing. */
export function Collapsible<Props extends object>({
  id,
  title,
  summary,
  component,
  props,
  isOpenAtFirst = false,
  skeleton,
}: CollapsibleProps<Props>) {
  const [isOpen, setOpen] = useState(isOpenAtFirst);
  const summaryId = useId();
  const content = useRef<HTMLDivElement>(null);
  const isWanted = useIsWanted(content, isOpenAtFirst);

  return (
    <section aria-labelledby={id} className="border-b border-line">
      {/* The button covers the row, so that its name is the title alone. */}
      <div className="group relative flex min-h-14 flex-wrap items-center gap-x-3 px-1 py-1 sm:px-0">
        <h2 id={id} tabIndex={-1} className="flex-1 font-semibold outline-none">
          <button
            type="button"
            aria-expanded={isOpen}
            aria-controls={`${id}-content`}
            aria-describedby={summary === undefined ? undefined : summaryId}
            {...prefetchOnIntent(component)}
            onClick={() => setOpen(!isOpen)}
            className="min-h-11 w-full rounded-control text-start after:absolute after:inset-0"
          >
            {title}
          </button>
        </h2>
        <span id={summaryId} className="text-sm text-muted">
          {summary}
        </span>
        <Icon
          name="chevron"
          className="ms-auto size-5 shrink-0 text-muted transition-[rotate] group-has-aria-expanded:[rotate:180deg]"
        />
      </div>
      <div ref={content} id={`${id}-content`} hidden={!isOpen} className="px-1 pb-5 empty:min-h-11 sm:px-0">
        {isOpen && (isWanted ? <Lazy component={component} props={props} pending={skeleton} /> : skeleton)}
      </div>
    </section>
  );
}

interface CollapsibleProps<Props> {
  /** Of the heading. */
  id: string;
  title: string;
  /** One line without controls. */
  summary?: ReactNode;
  component: LazyComponent<Props>;
  props: Props;
  /** If so, its content loads when it comes near the viewport. */
  isOpenAtFirst?: boolean;
  /** As tall as the content, and shown until that has loaded. */
  skeleton?: ReactNode;
}

function useIsWanted(content: { current: HTMLElement | null }, isOpenAtFirst: boolean): boolean {
  const [isNear, setNear] = useState(!isOpenAtFirst);
  useEffect(() => {
    if (isNear) return;
    let observer: IntersectionObserver;
    try {
      observer = new IntersectionObserver(
        (entries) => entries.some(({ isIntersecting }) => isIntersecting) && setNear(true),
        { rootMargin: '200px' },
      );
    } catch {
      // Old and hardened browsers have none.
      setNear(true);
      return;
    }
    if (content.current) observer.observe(content.current);
    return () => observer.disconnect();
  }, [content, isNear]);
  return isNear;
}

import { type CSSProperties, type RefObject, useEffectEvent, useLayoutEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { afterPaint } from '../../browser/idle.ts';

/** @returns the position in the document; on a phone, the stylesheet shows a sheet instead */
export function usePopover(
  popover: RefObject<HTMLElement | null>,
  grid: RefObject<HTMLElement | null>,
  opener: HTMLElement,
  onClose: () => void,
): CSSProperties {
  const [position, setPosition] = useState(() => computePosition(opener));
  const onClosed = useEffectEvent(onClose);
  useLayoutEffect(() => {
    const element = popover.current;
    if (!element) return;
    if (!element.matches(':popover-open')) element.showPopover();
    grid.current?.focus({ preventScroll: true });
    // Scrolls the chosen language to the middle, so that its variants around it are visible.
    const cell = grid.current?.querySelector<HTMLElement>(
      '[role="rowgroup"]:not([aria-label]) [aria-selected="true"]',
    );
    if (grid.current && cell) grid.current.scrollTop = cell.offsetTop - grid.current.clientHeight / 2;
    const onToggle = (event: ToggleEvent) => event.newState === 'closed' && afterPaint(onClosed);
    const controller = new AbortController();
    const { signal } = controller;
    element.addEventListener('toggle', onToggle, { signal });
    addEventListener('resize', () => setPosition(computePosition(opener)), { signal });
    return () => controller.abort();
  }, [popover, grid, opener]);
  return position;
}

/** Adds rows at the top without moving the visible ones. @returns the result of `addRows` */
export function holdScroll<Result>(list: HTMLElement, addRows: () => Result): Result {
  const heightBefore = list.scrollHeight;
  const result = flushSync(addRows);
  list.scrollTop += list.scrollHeight - heightBefore;
  return result;
}

function computePosition(opener: HTMLElement): CSSProperties {
  const anchor = opener.getBoundingClientRect();
  const width = Math.max(anchor.width, 352);
  const left = Math.max(8, Math.min(anchor.left, document.documentElement.clientWidth - width - 8));
  const [below, above] = [innerHeight - anchor.bottom - 16, anchor.top - 16];
  const room = [below, above].find((each) => each >= 260) ?? innerHeight - 16;
  const height = Math.min(520, room);
  const top = room === below ? anchor.bottom + 6 : room === above ? anchor.top - 6 - height : 8;
  return {
    '--left': `${left + scrollX}px`,
    '--top': `${top + scrollY}px`,
    '--width': `${width}px`,
    '--height': `${height}px`,
  } as CSSProperties;
}

/** Runs in the page: elements that stick out of a guide, except toasts. @param shown its selector */
export function cutOff(shown: string): string[] {
  const guide = document.querySelector(shown);
  if (!guide) return ['there is no guide'];
  const { left, right } = guide.getBoundingClientRect();
  return [...guide.querySelectorAll(':not([popover], [popover] *)')]
    .map((element) => ({ element, box: element.getBoundingClientRect() }))
    .filter(({ box }) => box.width > 1 && (box.left < left || box.right > Math.min(right, innerWidth)))
    .map(({ element }) => `${element.tagName} ${element.textContent?.slice(0, 40)}`);
}

/** Runs in the page: buttons that are too small for a finger. @param shown selector of their container */
export function tooSmall(shown: string): string[] {
  const buttons = [...document.querySelectorAll(`:is(${shown}) button`)];
  if (buttons.length === 0) return ['there is no button'];
  return buttons
    .map((button) => ({ button, box: button.getBoundingClientRect() }))
    .filter(({ box }) => Math.min(box.width, box.height) < 44)
    .map(({ button, box }) => `${button.textContent} ${box.width} by ${box.height}`);
}

/** Runs in the page: elements that stick out of their card. */
export function sticksOut(): string[] {
  return [...document.querySelectorAll('main section')].flatMap((card) => {
    const { left, right } = card.getBoundingClientRect();
    return (
      [...card.querySelectorAll(':is(p, label, input, button, textarea):not(.sr-only)')]
        .map((element) => ({ element, box: element.getBoundingClientRect() }))
        .filter(({ box }) => box.width > 1 && (box.left < left || box.right > right))
        // A row that scrolls sideways may be longer.
        .filter(({ element }) => !element.closest('.overflow-x-auto'))
        .map(({ element }) => `${element.tagName} ${element.ariaLabel || element.textContent || element.id}`)
    );
  });
}

/** Runs in the page: whether taps on the ends and the middle of an element reach it. */
export function isUncovered(element: Element): boolean {
  const { left, right, top, height } = element.getBoundingClientRect();
  return [left + 4, (left + right) / 2, right - 4].every((x) =>
    element.contains(document.elementFromPoint(x, top + height / 2)),
  );
}

/** Runs in the page: its overflow in pixels. */
export function overflow(): number {
  return Math.max(0, document.documentElement.scrollWidth - innerWidth);
}

/** Runs in the page: its text size, as set in the browser. */
export function setTextSize(size: string): void {
  document.documentElement.style.fontSize = size;
}

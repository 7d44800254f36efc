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
export function findOverflowing(): string[] {
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

/** Runs in the page: how many lines of a text, from its first, are whole on the screen and not covered. */
export function countReadableLines(element: Element): number {
  const range = document.createRange();
  range.selectNodeContents(element);
  const lines = [...range.getClientRects()].filter(({ width }) => width > 4);
  const isReadable = ({ left, top, width, height }: DOMRect) =>
    [0.2, 0.8].every((part) =>
      element.contains(document.elementFromPoint(left + width / 2, top + height * part)),
    );
  const covered = lines.findIndex((line) => !isReadable(line));
  return covered < 0 ? lines.length : covered;
}

/** Runs in the page, from its start: the text size of the settings, which the server has not been told. */
export function keepTextSize(size: string): void {
  new MutationObserver(() => {
    const { style } = document.documentElement;
    if (style.fontSize !== size) style.fontSize = size;
  }).observe(document, { attributes: true, childList: true, subtree: true });
}

/** Runs in the page: its overflow in pixels. */
export function overflow(): number {
  return Math.max(0, document.documentElement.scrollWidth - innerWidth);
}

/** Runs in the page: its text size, as set in the browser. */
export function setTextSize(size: string): void {
  document.documentElement.style.fontSize = size;
}

/**
 * Runs in the page: controls that stay outside the screen, or covered, when the keyboard brings them into view.
 *
 * @param shown selector of their container: everything behind it cannot be reached
 */
export function unreachable(shown: string): string[] {
  const controls = [
    ...document.querySelectorAll<HTMLElement>(
      `:is(${shown}) :is(a[href], button, input, textarea, select, [role="menuitem"], [tabindex="0"])`,
    ),
  ].filter(
    (control) =>
      control.checkVisibility({ visibilityProperty: true }) && !control.closest('.toast, .sr-only'),
  );
  if (controls.length === 0) return ['there is no control'];
  return controls.flatMap((control) => {
    control.scrollIntoView({ block: 'nearest', inline: 'nearest', behavior: 'instant' });
    // A link may begin at the end of a line.
    const box = control.getClientRects()[0] ?? control.getBoundingClientRect();
    const { left, right, top, bottom, width, height } = box;
    const isOutside =
      left < -1 ||
      right > innerWidth + 1 ||
      (height <= innerHeight && (top < -1 || bottom > innerHeight + 1));
    // Of a text field, its first and its last line.
    const isField = control instanceof HTMLTextAreaElement && height < innerHeight / 2;
    const rows = isField ? [top + 10, bottom - 10] : [Math.max(top, 0) + Math.min(height, innerHeight) / 2];
    const isCovered = rows.some((y) => {
      const front = document.elementFromPoint(left + width / 2, y);
      return !control.contains(front) && !front?.closest('label')?.contains(control);
    });
    if (!isOutside && !isCovered) return [];
    const name = control.ariaLabel || control.textContent?.slice(0, 40) || control.id || control.tagName;
    return [`${name} is ${isOutside ? 'outside' : 'covered'}`];
  });
}

/** A page that a link leads to starts at its heading, like a new document: the link may be gone. */
export function startAtTop(heading: HTMLElement | null): void {
  if (!history.state?.key) return;
  scrollTo(0, 0);
  heading?.focus({ preventScroll: true });
}

/** The translator is older than its entry in the history, and keeps its place. */
export function returnToTranslator(): void {
  const heading = document.querySelector('h1');
  if (!heading || document.activeElement !== document.body) return;
  heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
}

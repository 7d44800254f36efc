/**
 * Keeps the height of an on-screen keyboard in `--keyboard`: iPhones cover the page with it, and fixed elements stay
 * below. Where the page becomes shorter instead, it is 0.
 *
 * @returns stops it
 */
export function watchKeyboard(): () => void {
  const view = window.visualViewport;
  if (!view) return () => {};
  const { style } = document.documentElement;
  const follow = () => {
    // Zooming makes the visual viewport smaller as well.
    const coveredPx = view.scale > 1 ? 0 : innerHeight - view.height - view.offsetTop;
    style.setProperty('--keyboard', `${Math.max(0, Math.round(coveredPx))}px`);
  };
  view.addEventListener('resize', follow);
  view.addEventListener('scroll', follow);
  return () => {
    view.removeEventListener('resize', follow);
    view.removeEventListener('scroll', follow);
    style.removeProperty('--keyboard');
  };
}

/** Sets `--keyboard` to the height of an on-screen keyboard that covers the page, as on iPhones. */
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

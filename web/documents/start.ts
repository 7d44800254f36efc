/** Adds the rest of the head after the first paint: until then the line belongs to the stylesheet and the font. */
function start(): void {
  const rest = document.querySelector<HTMLTemplateElement>('template#rest');
  if (!rest) return;
  document.head.append(document.importNode(rest.content, true));
  rest.remove();
}

new PerformanceObserver(start).observe({ type: 'paint', buffered: true });
// A hidden page is not painted.
setTimeout(start, 1_000);

import { shortenLink } from '../translation/translator/has-link.ts';

/** Starts the app after the first paint, so that its download does not delay that paint. */
shortenLink();
const template = document.querySelector<HTMLTemplateElement>('template#app');

const observer = new PerformanceObserver(start);
observer.observe({ type: 'paint', buffered: true });
// The browser does not paint a page in the background.
if (document.hidden) start();

function start(): void {
  observer.disconnect();
  if (template) document.head.append(document.importNode(template.content, true));
}

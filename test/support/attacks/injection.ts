import type { Page } from 'playwright';

/** Effects that no text may have on a page: scripts, dialogs, and requests to other sites. */
export type Injection = Awaited<ReturnType<typeof watchForInjection>>;

/** Watches a page for injected code. Before it has its address. */
export async function watchForInjection(page: Page) {
  const ran: string[] = [];
  await page.addInitScript(() => {
    Object.assign(window, { __ran: () => console.error('__ran') });
  });
  page.on('console', (message) => {
    if (message.text() === '__ran') ran.push('a script');
  });
  page.on('dialog', async (dialog) => {
    ran.push('a dialog');
    await dialog.dismiss();
  });
  page.on('request', (request) => {
    const { hostname } = new URL(request.url());
    if (hostname === 'evil.example') ran.push(`a request to ${request.url()}`);
  });
  return {
    ran,
    /** Elements and attributes that the product never has. */
    injectedElements: () => page.evaluate(findInjectedElements),
  };
}

/** Runs in the page. Neither DOM clobbering nor the page's scripts affect it. */
function findInjectedElements(): string[] {
  const unknown =
    'script:not([src^="/"]), style, iframe, object, embed, base, meta[http-equiv], animate, math, [srcdoc], [src=x], [id=__ran]';
  const address = /^\W*(java\W*script|data|\/\/evil)/i;
  const attributes = [...document.querySelectorAll('*')].flatMap((element) =>
    Element.prototype.getAttributeNames.call(element).flatMap((name) => {
      const value = Element.prototype.getAttribute.call(element, name) ?? '';
      const isAddress = /^((xlink:)?href|src|srcset|poster|(form)?action)$/.test(name) && address.test(value);
      return /^on/.test(name) || isAddress ? `<${element.localName} ${name}="${value}">` : [];
    }),
  );
  return [...[...document.querySelectorAll(unknown)].map(({ outerHTML }) => outerHTML), ...attributes];
}

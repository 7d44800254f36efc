/**
 * Translates the page as Chrome does, now and whenever it changes: `Sign up` becomes `⟦Sign up⟧`. Adjacent text nodes
 * are joined and replaced by nested `<font>` elements, so that whoever kept a text node holds a detached one. Names
 * and hints in attributes are replaced as well. Elements marked `translate="no"` or `notranslate` stay, as do fields.
 *
 * Self-contained: Playwright sends it to the page.
 *
 * @param keepsWords the "translation" has the same words, so that others find them
 * @returns shows the original again, as the button of Chrome's bar does
 */
export function translatePage(keepsWords = false): () => void {
  const attributes = ['placeholder', 'title', 'alt', 'aria-label', 'aria-placeholder', 'aria-valuetext'];
  const fonts = new Map<Element, string>();
  const named = new Map<Element, Map<string, string>>();
  const translate = (text: string) => (keepsWords ? text : text.replace(/\S(?:.*\S)?/s, '⟦$&⟧'));
  const isKept = (element: Element | null) => {
    const marked = element?.closest('[translate], .notranslate');
    const isRefused = marked?.classList.contains('notranslate') || marked?.getAttribute('translate') === 'no';
    return isRefused || element?.closest('script, style, noscript, template, textarea, svg') != null;
  };

  function replaceText(node: Text): void {
    const { parentElement: parent } = node;
    if (!parent || fonts.has(parent) || isKept(parent)) return;
    let text = node.data;
    while (node.nextSibling instanceof Text) {
      text += node.nextSibling.data;
      node.nextSibling.remove();
    }
    if (text.trim() === '') return;
    const [outer, inner] = [document.createElement('font'), document.createElement('font')];
    for (const font of [outer, inner]) font.style.verticalAlign = 'inherit';
    inner.textContent = translate(text);
    outer.append(inner);
    fonts.set(outer, text);
    fonts.set(inner, text);
    node.replaceWith(outer);
  }

  function replaceNames(element: Element): void {
    if (isKept(element) && !element.matches('textarea')) return;
    for (const name of attributes) {
      const value = element.getAttribute(name);
      const known = named.get(element) ?? new Map<string, string>();
      if (!value?.trim() || known.get(name) === value) continue;
      known.set(name, translate(value));
      named.set(element, known);
      element.setAttribute(name, translate(value));
    }
  }

  function visit(node: Node): void {
    if (node instanceof Text) replaceText(node);
    if (!(node instanceof Element) || fonts.has(node)) return;
    replaceNames(node);
    for (const child of [...node.childNodes]) visit(child);
  }

  const observer = new MutationObserver((changes) => {
    for (const { type, target, addedNodes } of changes) {
      for (const node of type === 'childList' ? addedNodes : [target])
        if (!node.isConnected) continue;
        else if (type === 'attributes') replaceNames(target as Element);
        else visit(node);
    }
  });
  visit(document.body);
  document.documentElement.lang = 'x-translated';
  document.documentElement.classList.add('translated-ltr');
  observer.observe(document.body, {
    subtree: true,
    childList: true,
    characterData: true,
    attributes: true,
    attributeFilter: attributes,
  });

  return function showOriginal(): void {
    observer.disconnect();
    for (const [font, text] of fonts)
      if (font.parentElement && !fonts.has(font.parentElement)) font.replaceWith(text);
    document.documentElement.classList.remove('translated-ltr');
  };
}

/** How the page translator says it. */
export function translated(text: string): string {
  return `⟦${text}⟧`;
}

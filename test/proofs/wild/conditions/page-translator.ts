/**
 * Runs in the page. As Chrome does it: each text node is replaced by two nested `font` elements with the translation,
 * also what is added or changed later, but nothing below `translate="no"`. The words stay, so that they can be found.
 */
export function translatePage(): void {
  const skipped = 'script, style, noscript, template, textarea, code, font, [translate="no"], .notranslate';
  const translateText = (node: Node) => {
    const { parentElement } = node;
    if (!parentElement || !/\p{Letter}/u.test(node.textContent ?? '')) return;
    if (parentElement.closest(skipped)) return;
    const outer = document.createElement('font');
    outer.dir = 'auto';
    outer.style.verticalAlign = 'inherit';
    const inner = document.createElement('font');
    inner.dir = 'auto';
    inner.style.verticalAlign = 'inherit';
    inner.textContent = node.textContent;
    outer.append(inner);
    parentElement.replaceChild(outer, node);
  };
  const translateAll = () => {
    if (!document.body) return;
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const nodes: Node[] = [];
    while (walker.nextNode()) nodes.push(walker.currentNode);
    for (const node of nodes) translateText(node);
  };
  let timer: ReturnType<typeof setTimeout> | undefined;
  const soon = () => {
    clearTimeout(timer);
    timer = setTimeout(translateAll, 50);
  };
  new MutationObserver(soon).observe(document, { childList: true, characterData: true, subtree: true });
}

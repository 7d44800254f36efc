/** Attributes that name other elements, and the names among them that lead nowhere. */
export function brokenReferences(): string[] {
  const broken = [...document.querySelectorAll(attributes.map((name) => `[${name}]`).join())].flatMap(
    (element) =>
      attributes.flatMap((name) =>
        (element.getAttribute(name)?.split(/\s+/) ?? [])
          .filter((id) => id && !document.getElementById(id))
          .map((id) => `${name}=${id} of ${element.outerHTML.slice(0, 120)}`),
      ),
  );
  // Whoever follows a link within the page goes on from there with the keyboard.
  const links = [...document.querySelectorAll<HTMLAnchorElement>('a[href^="#"]')]
    .map((link) => link.getAttribute('href') ?? '')
    .filter((href) => !document.getElementById(href.slice(1))?.hasAttribute('tabindex'));
  return [...broken, ...links];
}

const attributes = [
  'aria-activedescendant',
  'aria-controls',
  'aria-describedby',
  'aria-details',
  'aria-errormessage',
  'aria-labelledby',
  'aria-owns',
  'for',
  'form',
  'list',
  'popovertarget',
];

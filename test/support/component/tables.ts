/** Parts of a table that leave their role to the browser, which may forget it. */
export function findWithoutRole(table: Element): string[] {
  return [table, ...table.querySelectorAll('thead, tbody, tr, th, td')]
    .filter((part) => !part.hasAttribute('role'))
    .map(({ outerHTML }) => outerHTML.slice(0, 80));
}

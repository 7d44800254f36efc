/** Of a table that `npm run restore` made. @param point such as `20261128T120000Z` */
export function nameRestored(table: string, point: string): string {
  return `${table}-restored-${point}`;
}

export const pointPattern = /^\d{8}T\d{6}Z$/;

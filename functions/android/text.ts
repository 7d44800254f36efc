/** Joins lines into a file; `false` leaves a line out. */
export function joinLines(...all: (string | false)[]): string {
  return `${all.filter((line) => line !== false).join('\n')}\n`;
}

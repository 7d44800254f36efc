/** A file’s text of its lines; those that a project does without are `false`. */
export function lines(...all: (string | false)[]): string {
  return `${all.filter((line) => line !== false).join('\n')}\n`;
}

import { bareHost } from './words.ts';

/**
 * Addresses, paths, placeholders, code, markup and handles: no translator may change them. Patterns that begin with
 * letters begin with the first of them: tried at each letter of a long word, they would take seconds. Where a pattern can
 * begin at each part of a chain such as `a-a-a`, it has a maximum length.
 */
export const technicalPatterns: readonly RegExp[] = [
  // Markdown's code and link targets.
  /```[^\s`]*|`[^`]+`|\]\([^\s()]*\)/u,
  // {name}, {{ count }}, ${user}, %{user}, %(name)s, %s, %1$d
  /\{\{[^{}]*\}\}|[$%]?\{[^{}\s]+\}|%\(\w+\)[a-z]|%(?:\d+\$)?[a-z](?![\p{L}\p{N}])/u,
  // C:\Users, /usr/bin, ~/notes, ./run.sh
  /(?<![\p{L}\p{N}])\p{L}:\\[^\s<>"|?*]*[^\s<>"|?*.,;:!)]/u,
  /(?<![\p{L}\p{N}/])(?:~|\.{1,2})?(?:\/[\p{L}\p{N}._-]*[\p{L}\p{N}_])+\/?/u,
  /(?:https?|ftp):\/\/[^\s<>"]*[^\s<>".,;:!?)'\]]/u,
  /www\.[^\s<>"]*[^\s<>".,;:!?)'\]]/u,
  // The part before the `@` has at most 64 characters (RFC 5321, section 4.5.3.1.1).
  /(?<![\p{L}\p{N}])[\p{L}\p{N}._%+-]{1,64}@[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+/u,
  /[@#][\p{L}\p{N}_]+/u,
  /<[/!?]?\p{L}[^<>]*>/u,
  new RegExp(`${bareHost.source}(?:[/:?#][^\\s<>"]*[^\\s<>".,;:!?)'\\]])?`, 'u'),
  /(?<![\p{L}\p{N}])[\p{L}\p{N}]+(?:[_-][\p{L}\p{N}]+){0,30}\.(?:txt|md|pdf|docx?|xlsx?|csv|json|html?|css|[jt]sx?|py|sh|exe|zip|png|jpe?g|svg|mp[34])(?![\p{L}\p{N}])/u,
  /(?<![\p{L}\p{N}])[\p{L}\p{N}]+(?:_[\p{L}\p{N}]+)+/u,
];

/** The first that matches wins. */
export function joinPatterns(patterns: readonly RegExp[]): RegExp {
  return new RegExp(patterns.map(({ source }) => source).join('|'), 'gu');
}

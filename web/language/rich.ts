import { createElement, Fragment, type ReactNode } from 'react';

/** What stands for `<name/>`, or what goes around the text of `<name>text</name>`. */
export type RichParts = Readonly<Record<string, ReactNode | ((text: string) => ReactNode)>>;

/** A translated text with elements in it. Every other piece has its own element, so that page translators break nothing. */
export function rich(text: string, parts: RichParts): ReactNode {
  const pieces = text.split(/<(\w+)(?:\/>|>(.*?)<\/\1>)/);
  return pieces.map((piece, index) => {
    const key = index;
    if (index % 3 === 0) return piece && createElement('span', { key }, piece);
    if (index % 3 === 2) return null;
    const part = parts[piece];
    return createElement(
      Fragment,
      { key },
      typeof part === 'function' ? part(pieces[index + 1] ?? '') : part,
    );
  });
}

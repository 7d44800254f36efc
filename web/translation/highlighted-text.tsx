import type { Highlighted } from './highlight.ts';

export function HighlightedText({ pieces }: { pieces: Highlighted }) {
  return pieces.map((piece, index) =>
    index % 2 === 1 ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: pieces differ only by their position
      <mark key={index} className="rounded-xs bg-accent-soft text-accent-strong">
        {piece}
      </mark>
    ) : (
      piece
    ),
  );
}

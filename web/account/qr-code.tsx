import { useEffect, useState } from 'react';

/** Dark on light in every theme, with the margin that cameras need. Without its library there is nothing to see. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const [drawing, setDrawing] = useState<Drawing>();
  useEffect(() => {
    let isGone = false;
    draw(text).then(
      (drawn) => !isGone && setDrawing(drawn),
      () => {},
    );
    return () => {
      isGone = true;
    };
  }, [text]);
  const { size, path } = drawing ?? { size: 1, path: '' };
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`${-margin} ${-margin} ${size + 2 * margin} ${size + 2 * margin}`}
      className="aspect-square w-full max-w-60 rounded-control"
      shapeRendering="crispEdges"
    >
      <rect x={-margin} y={-margin} width="100%" height="100%" fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
}

const margin = 4;

async function draw(text: string): Promise<Drawing> {
  const { generate } = await import('lean-qr');
  const code = generate(text);
  let path = '';
  for (let y = 0; y < code.size; y += 1) {
    for (let x = 0; x < code.size; x += 1) if (code.get(x, y)) path += `M${x} ${y}h1v1h-1z`;
  }
  return { size: code.size, path };
}

interface Drawing {
  readonly size: number;
  readonly path: string;
}

import { definePart, LazyPart } from '../components/lazy-part.tsx';
import * as texts from '../texts/site.ts';
import type { ChartDrawingProps } from './chart-drawing.tsx';

const drawing = definePart(() => import('./chart-drawing.tsx').then((module) => module.ChartDrawing));

/** An image for screen readers, so its numbers must also be in a table or a list. */
export function Chart({ label, height = 'h-52', ...drawn }: ChartProps) {
  return (
    <div role="img" aria-label={label} className={`text-xs ${height}`}>
      <LazyPart
        part={drawing}
        props={drawn}
        failed={<p className="py-4 text-sm text-muted">{texts.chartFailed}</p>}
      />
    </div>
  );
}

interface ChartProps extends ChartDrawingProps {
  label: string;
  height?: string;
}

import { Later, partOf } from '../components/later.tsx';

const drawing = partOf(() => import('./chart-drawing.tsx').then((module) => module.ChartDrawing));

/** One bar per day: an image for screen readers, so its numbers must also be in a table or a list. */
export function Chart({ label, height = 'h-52', ...drawn }: ChartProps) {
  return (
    <div role="img" aria-label={label} className={`text-xs ${height}`}>
      <Later
        part={drawing}
        props={drawn}
        failed={<p className="py-4 text-sm text-muted">The chart didn’t load.</p>}
      />
    </div>
  );
}

interface ChartProps extends ChartDrawingProps {
  label: string;
  /** A class. */
  height?: string;
}

export interface ChartDrawingProps {
  points: readonly ChartPoint[];
  format: (value: number) => string;
  /** For the axis. */
  formatShort: (value: number) => string;
}

export interface ChartPoint {
  /** A UTC day, as `2026-11-28`. */
  date: string;
  value: number | null;
  note?: string;
}

import { Later, partOf } from '../components/later.tsx';

const drawing = partOf(() => import('./chart-drawing.tsx').then((module) => module.ChartDrawing));

/**
 * A bar for each day. It is a picture with a name: its numbers stand beside it as text, a table or a list. The room
 * is there before it is drawn.
 */
export function Chart({ label, height = '13rem', ...drawn }: ChartProps) {
  return (
    <div role="img" aria-label={label} className="text-xs" style={{ height }}>
      <Later
        part={drawing}
        props={drawn}
        failed={<p className="py-4 text-sm text-muted">The chart could not be loaded.</p>}
      />
    </div>
  );
}

interface ChartProps extends ChartDrawingProps {
  /** What it shows. */
  label: string;
  /** As CSS says it. */
  height?: string;
}

export interface ChartDrawingProps {
  points: readonly ChartPoint[];
  /** A value as it is read in full. */
  format: (value: number) => string;
  /** A value as it is read at the axis. */
  formatShort: (value: number) => string;
}

export interface ChartPoint {
  /** A UTC day, as `2026-11-28`. */
  date: string;
  /** Null where there is none. */
  value: number | null;
  /** What else there is to say about the day. */
  note?: string;
}

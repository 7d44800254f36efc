import { defineLazy, Lazy } from '../components/lazy.tsx';
import * as texts from '../texts/site.ts';
import type { ChartDrawingProps } from './chart-drawing.tsx';

const lazyDrawing = defineLazy(() => import('./chart-drawing.tsx'), 'ChartDrawing');

/** Screen readers get an image, so the numbers must also be in a table or a list. */
export function Chart({ label, height = 'h-52', voice, ...drawn }: ChartProps) {
  return (
    <div role="img" aria-label={label} data-voice={voice} className={`text-xs ${height}`}>
      <Lazy
        component={lazyDrawing}
        props={drawn}
        failed={<p className="py-4 text-sm text-muted">{texts.chartFailed}</p>}
      />
    </div>
  );
}

interface ChartProps extends ChartDrawingProps {
  label: string;
  height?: string;
  /** Its colour, for the second chart of a page. */
  voice?: 'them';
}

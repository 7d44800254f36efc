import { Bar, BarChart, CartesianGrid, Tooltip, XAxis, YAxis } from 'recharts';
import { formatShortDay } from './days.ts';

export function ChartDrawing({ points, format, formatShort }: ChartDrawingProps) {
  return (
    // Keyboard and screen reader users have the text beside the chart.
    <BarChart
      responsive
      accessibilityLayer={false}
      data={points}
      margin={margin}
      style={{ width: '100%', height: '100%' }}
    >
      <CartesianGrid vertical={false} stroke="var(--color-line)" />
      <XAxis
        dataKey="date"
        height="auto"
        tickFormatter={formatShortDay}
        tick={tick}
        tickLine={false}
        tickMargin={8}
        axisLine={false}
        interval="equidistantPreserveEnd"
        minTickGap={12}
      />
      <YAxis
        width="auto"
        tickFormatter={formatShort}
        tick={tick}
        tickLine={false}
        axisLine={false}
        allowDecimals={false}
        tickCount={4}
      />
      <Tooltip
        cursor={{ fill: 'var(--color-sunken)' }}
        isAnimationActive={false}
        content={({ active, payload }) => {
          const point: ChartPoint | undefined = payload[0]?.payload;
          return active && point ? <Tip point={point} format={format} /> : null;
        }}
      />
      <Bar dataKey="value" fill="var(--color-accent)" radius={[4, 4, 0, 0]} maxBarSize={40} />
    </BarChart>
  );
}

/** Room for half a label at the right: if the last label is clipped, the others disappear. */
const margin = { top: 8, right: 24, bottom: 0, left: 0 };

const tick = { fill: 'var(--color-muted)', fontSize: '0.75rem' };

function Tip({ point, format }: { point: ChartPoint } & Pick<ChartDrawingProps, 'format'>) {
  return (
    <div className="rounded-lg border border-line bg-surface px-3 py-2 text-sm float-shadow tabular">
      <p className="text-muted">{formatShortDay(point.date)}</p>
      {point.value !== null && <p className="font-semibold">{format(point.value)}</p>}
      {point.note && <p className="text-muted">{point.note}</p>}
    </div>
  );
}

export interface ChartDrawingProps {
  points: readonly ChartPoint[];
  format: (value: number) => string;
  formatShort: (value: number) => string;
}

export interface ChartPoint {
  date: string;
  value: number | null;
  note?: string;
}

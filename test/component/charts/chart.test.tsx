import { render, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { ChartDrawing } from '../../../web/charts/chart-drawing.tsx';

/** Labels are 40 px wide, as on the page. */
function giveSizes(chartPx: number): void {
  vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockImplementation(function (this: HTMLElement) {
    const isLabel = this.id === 'recharts_measurement_span';
    return new DOMRect(0, 0, isLabel ? 40 : chartPx, isLabel ? 12 : 208);
  });
}

test.for([
  [30, 280],
  [30, 700],
  [90, 280],
  [90, 700],
] as const)('the newest of %i days has a label on an axis of %i px', ([days, chartPx]) => {
  giveSizes(chartPx);
  const points = Array.from({ length: days }, (_, day) => ({
    date: new Date(Date.UTC(2026, 10, 28) - (days - 1 - day) * 86_400_000).toISOString().slice(0, 10),
    value: day,
  }));
  render(<ChartDrawing points={points} format={String} formatShort={String} />);
  screen.getByText('Nov 28');
  const labels = document.querySelectorAll('.recharts-xAxis .recharts-cartesian-axis-tick');
  expect(labels.length).toBeGreaterThan(2);
});

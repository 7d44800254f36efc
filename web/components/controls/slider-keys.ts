/** @returns undefined for keys that the browser's slider handles itself */
export function slideByKey(key: string, isShifted: boolean, slider: SliderRange): number | undefined {
  const direction = directions[key];
  const isPage = key === 'PageUp' || key === 'PageDown';
  if (direction === undefined || !(isPage || isShifted)) return undefined;
  const { min = 0, max = 100, step = 1, value } = slider;
  const moved = value + direction * step * pageSteps;
  return Math.min(max, Math.max(min, round(moved)));
}

export interface SliderRange {
  readonly value: number;
  readonly min?: number;
  readonly max?: number;
  readonly step?: number;
}

const pageSteps = 10;

const directions: Readonly<Record<string, 1 | -1>> = {
  PageUp: 1,
  PageDown: -1,
  ArrowUp: 1,
  ArrowRight: 1,
  ArrowDown: -1,
  ArrowLeft: -1,
};

function round(value: number): number {
  return Math.round(value * 1e6) / 1e6;
}

import { useId } from 'react';
import { type SliderRange, slideByKey } from './slider-keys.ts';

export function Slider({ label, valueText, hint, onChange, ...range }: SliderProps) {
  const id = useId();
  const { value, min = 0, max = 100, step = 1 } = range;
  const filled = `${((value - min) / (max - min)) * 100}%`;
  return (
    <div>
      <div className="flex items-baseline justify-between gap-3">
        <label htmlFor={id} className="font-medium">
          {label}
        </label>
        <span aria-hidden="true" className="font-semibold text-accent tabular">
          {valueText}
        </span>
      </div>
      <input
        id={id}
        type="range"
        className="slider"
        style={{ '--filled': filled } as React.CSSProperties}
        value={value}
        min={min}
        max={max}
        step={step}
        aria-valuetext={valueText}
        aria-describedby={hint && `${id}-hint`}
        onChange={(event) => onChange(event.currentTarget.valueAsNumber)}
        onKeyDown={(event) => {
          const moved = slideByKey(event.key, event.shiftKey, range);
          if (moved === undefined) return;
          event.preventDefault();
          onChange(moved);
        }}
      />
      {hint && (
        <p id={`${id}-hint`} className="-mt-1 text-sm text-muted">
          {hint}
        </p>
      )}
    </div>
  );
}

interface SliderProps extends SliderRange {
  label: string;
  valueText: string;
  hint?: string;
  onChange: (value: number) => void;
}

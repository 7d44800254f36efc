import { type KeyboardEvent, useId } from 'react';

export function Slider({
  label,
  valueText,
  hint,
  value,
  min = 0,
  max = 100,
  step = 1,
  isDisabled = false,
  onChange,
}: SliderProps) {
  const id = useId();
  const change = ({ valueAsNumber }: HTMLInputElement) => isDisabled || onChange(valueAsNumber);
  const filled = `${((value - min) / (max - min)) * 100}%`;
  return (
    <div>
      <div className={`flex items-baseline justify-between gap-3 ${isDisabled ? 'text-muted' : ''}`}>
        <label htmlFor={id} className="font-medium">
          {label}
        </label>
        <span aria-hidden="true" className={`font-semibold tabular ${isDisabled ? '' : 'text-accent'}`}>
          {valueText}
        </span>
      </div>
      <input
        id={id}
        type="range"
        className="slider aria-disabled:cursor-not-allowed aria-disabled:opacity-40"
        style={{ '--filled': filled } as React.CSSProperties}
        value={value}
        min={min}
        max={max}
        step={step}
        aria-valuetext={valueText}
        aria-describedby={hint && `${id}-hint`}
        aria-disabled={isDisabled || undefined}
        onChange={(event) => change(event.currentTarget)}
        onKeyDown={(event) => !isDisabled && movePage(event) && change(event.currentTarget)}
      />
      {hint && (
        <p id={`${id}-hint`} className="-mt-1 text-sm text-muted">
          {hint}
        </p>
      )}
    </div>
  );
}

interface SliderProps {
  label: string;
  valueText: string;
  hint?: string;
  value: number;
  min?: number;
  max?: number;
  step?: number;
  /** Keeps its focus, so that the hint says why. */
  isDisabled?: boolean;
  onChange: (value: number) => void;
}

/** Browsers differ in how far these keys move. @returns whether the key moves by a page */
function movePage(event: KeyboardEvent<HTMLInputElement>): boolean {
  const { key, shiftKey, currentTarget: slider } = event;
  if (!key.startsWith('Page') && !(shiftKey && key.startsWith('Arrow'))) return false;
  event.preventDefault();
  if (/Up|Right/.test(key)) slider.stepUp(pageSteps);
  else slider.stepDown(pageSteps);
  return true;
}

const pageSteps = 10;

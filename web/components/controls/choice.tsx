import { type CSSProperties, useId } from 'react';

/** One of a few, all of them in view. The keyboard moves among them as among the browser's own. */
export function Choice<Value extends string | number>({
  label,
  options,
  value,
  onChange,
}: ChoiceProps<Value>) {
  const name = useId();
  return (
    <fieldset className="flex min-w-0 flex-wrap rounded-control bg-sunken">
      <legend className="sr-only">{label}</legend>
      {options.map((option) => {
        const isChosen = option.value === value;
        return (
          <label
            key={option.value}
            data-state={isChosen ? 'checked' : 'unchecked'}
            className={`relative flex min-h-11 flex-1 cursor-pointer items-center justify-center rounded-control px-3 text-sm font-medium transition-colors ${
              isChosen ? 'bg-accent text-on-accent' : 'text-muted hover:text-ink'
            }`}
            style={{ ...pill, ...(isChosen && chosen), ...(options.length > 3 && halfWhereNarrow) }}
          >
            <input
              type="radio"
              name={name}
              checked={isChosen}
              onChange={() => onChange(option.value)}
              className="absolute inset-0 size-full cursor-pointer appearance-none rounded-control"
            />
            {option.label}
          </label>
        );
      })}
    </fieldset>
  );
}

interface ChoiceProps<Value> {
  /** What is chosen, for screen readers. */
  label: string;
  options: readonly { readonly value: Value; readonly label: string }[];
  value: Value;
  onChange: (value: Value) => void;
}

/** As tall as a finger, with a little of the ground seen around it. */
const pill: CSSProperties = {
  border: '0.25rem solid transparent',
  backgroundClip: 'padding-box',
  whiteSpace: 'nowrap',
};

/** Where the reader's own few colours take the place of the page's, it would look like the others. */
const chosen: CSSProperties = { forcedColorAdjust: 'none' };

/** Of many, two in a row on a phone, never three and one: the product is far above or below every length. */
const halfWhereNarrow: CSSProperties = { flexBasis: 'clamp(0%, (32rem - 100vw) * 999, 50%)' };

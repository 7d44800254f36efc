import { useId } from 'react';

/** Native radio buttons, so that the keyboard works as expected. */
export function SegmentedControl<Value extends string | number>({
  label,
  options,
  value,
  onChange,
}: SegmentedControlProps<Value>) {
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
            className={`relative flex min-h-11 flex-1 cursor-pointer items-center justify-center rounded-control border-4 border-transparent bg-clip-padding px-3 text-sm font-medium whitespace-nowrap transition-colors ${
              isChosen ? chosen : 'text-muted hover:text-ink forced-colors:border-[Canvas]'
            } ${options.length > 3 ? halfWidthOnPhones : ''}`}
          >
            <input
              type="radio"
              name={name}
              checked={isChosen}
              onChange={() => onChange(option.value)}
              className="absolute inset-0 size-full cursor-pointer appearance-none rounded-control"
            />
            <span>{option.label}</span>
          </label>
        );
      })}
    </fieldset>
  );
}

interface SegmentedControlProps<Value> {
  label: string;
  options: readonly { readonly value: Value; readonly label: string }[];
  value: Value;
  onChange: (value: Value) => void;
}

/** Quieter than a solid button, which does something. */
const chosen =
  'bg-surface text-accent outline-1 -outline-offset-4 outline-accent forced-colors:bg-[SelectedItem] forced-colors:text-[SelectedItemText] forced-color-adjust-none';

/** Four options become two rows of two on phones. */
const halfWidthOnPhones = 'max-[32rem]:basis-1/2';

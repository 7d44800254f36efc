import { useId } from 'react';

export function Toggle({ label, hint, isOn, onChange }: ToggleProps) {
  const id = useId();
  return (
    <div className="flex min-h-11 flex-wrap items-center gap-x-4">
      <div className="min-w-0 flex-1 basis-40">
        <label htmlFor={id} className="font-medium">
          {label}
        </label>
        <p id={`${id}-hint`} className="text-sm text-muted">
          {hint}
        </p>
      </div>
      <span className="relative grid h-11 w-13 shrink-0 place-items-center forced-color-adjust-none">
        <input
          id={id}
          type="checkbox"
          // biome-ignore lint/a11y/useAriaPropsForRole: ARIA forbids aria-checked on a checkbox, which has its own state.
          role="switch"
          checked={isOn}
          aria-describedby={`${id}-hint`}
          onChange={(event) => onChange(event.currentTarget.checked)}
          className="peer absolute inset-0 z-10 cursor-pointer appearance-none rounded-full"
        />
        <span className="h-7.5 w-13 rounded-full bg-edge transition-colors peer-checked:bg-accent" />
        <span className="absolute start-1 size-5.5 rounded-full bg-surface transition-[inset-inline-start] duration-200 ease-calm peer-checked:start-6.5" />
      </span>
    </div>
  );
}

interface ToggleProps {
  label: string;
  hint: string;
  isOn: boolean;
  onChange: (isOn: boolean) => void;
}

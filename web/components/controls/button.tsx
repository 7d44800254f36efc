import type { ComponentProps } from 'react';

/** Stays focusable when disabled. `primary` and `danger` are main actions, one at a time; `tonal` comes second, `quiet` is for icons and minor actions. */
export function Button({
  variant = 'plain',
  isDisabled = false,
  className = '',
  onClick,
  ...rest
}: ButtonProps) {
  return (
    <button
      type="button"
      aria-disabled={isDisabled || undefined}
      onClick={(event) => {
        if (isDisabled) event.preventDefault();
        else onClick?.(event);
      }}
      className={`inline-flex min-h-11 items-center justify-center gap-2 rounded-control py-1.5 font-medium transition-colors duration-150 select-none ${variants[variant]} ${className}`}
      {...rest}
    />
  );
}

interface ButtonProps extends Omit<ComponentProps<'button'>, 'disabled'> {
  variant?: keyof typeof variants;
  isDisabled?: boolean;
}

const variants = {
  primary:
    'bg-accent px-5 font-semibold text-on-accent hover:not-aria-disabled:bg-accent-strong aria-disabled:bg-sunken aria-disabled:text-muted aria-disabled:cursor-not-allowed',
  tonal:
    'bg-accent-soft px-5 font-semibold text-accent hover:not-aria-disabled:bg-sunken aria-disabled:bg-sunken aria-disabled:text-muted aria-disabled:cursor-not-allowed',
  danger: 'bg-danger px-4 text-surface aria-disabled:bg-sunken aria-disabled:text-muted',
  plain:
    'border border-line bg-surface px-4 hover:not-aria-disabled:bg-sunken aria-disabled:text-muted aria-disabled:opacity-60 aria-disabled:cursor-not-allowed',
  quiet:
    'min-w-11 text-muted hover:not-aria-disabled:bg-sunken hover:not-aria-disabled:text-ink aria-disabled:opacity-40',
};

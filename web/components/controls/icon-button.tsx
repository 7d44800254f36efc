import type { ComponentProps } from 'react';
import { Button } from './button.tsx';

/** A quiet button with an icon. Its tooltip repeats its name unless the name stays the same while it is pressed. */
export function IconButton({ label, tooltip = label, ...rest }: IconButtonProps) {
  return <Button variant="quiet" aria-label={label} data-tooltip={tooltip} {...rest} />;
}

interface IconButtonProps extends ComponentProps<typeof Button> {
  label: string;
  tooltip?: string;
}

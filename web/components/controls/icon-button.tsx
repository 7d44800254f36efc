import type { ComponentProps } from 'react';
import { Button } from './button.tsx';

/** @param tooltip for toggles, whose label must not change with their state */
export function IconButton({ label, tooltip = label, ...rest }: IconButtonProps) {
  return <Button variant="quiet" aria-label={label} data-tooltip={tooltip} {...rest} />;
}

interface IconButtonProps extends ComponentProps<typeof Button> {
  label: string;
  tooltip?: string;
}

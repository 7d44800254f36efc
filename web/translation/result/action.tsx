import type { ComponentProps, ReactNode } from 'react';
import { Button } from '../../components/controls/button.tsx';

/** A button at the foot of the translation. In a narrow card its label is below its icon, so that all fit one row. */
export function Action({ icon, label, className = '', ...rest }: ActionProps) {
  return (
    <Button
      look="quiet"
      className={`flex-1 @max-lg:flex-col @max-lg:gap-0.5 @max-lg:text-xs @lg:flex-none @lg:px-2.5 ${className}`}
      {...rest}
    >
      {icon}
      {label}
    </Button>
  );
}

interface ActionProps extends Omit<ComponentProps<typeof Button>, 'children'> {
  icon: ReactNode;
  label: ReactNode;
}

import type { ComponentProps, ReactNode } from 'react';
import { Button } from '../../components/controls/button.tsx';

/** A button at the foot of the translation. In a narrow card its label is below its icon, so that all fit in one row. */
export function Action({ icon, label, className = '', ...rest }: ActionProps) {
  return (
    <Button
      variant="quiet"
      className={`flex-1 @max-[30rem]:flex-col @max-[30rem]:gap-0.5 @max-[30rem]:text-xs @min-[30rem]:flex-initial @min-[30rem]:px-2 @min-[30rem]:text-sm ${className}`}
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

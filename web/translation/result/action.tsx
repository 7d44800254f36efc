import { type ComponentProps, type ReactNode, useEffect, useState } from 'react';
import { Button } from '../../components/controls/button.tsx';
import { Icon } from '../../components/icon.tsx';
import * as texts from '../../texts/translator.ts';
import { copyTranslation } from './copy-translation.ts';

/** A button at the foot of the translation. In a narrow card its label is below its icon, so that all fit in one row. */
export function Action({ icon, label, labelClasses = '', className = '', ...rest }: ActionProps) {
  return (
    <Button
      variant="quiet"
      className={`flex-1 @max-[36rem]:flex-col @max-[36rem]:gap-0.5 @max-[36rem]:text-xs @min-[36rem]:flex-initial @min-[36rem]:px-2 @min-[36rem]:text-sm ${className}`}
      {...rest}
    >
      {icon}
      <span className={`@max-[36rem]:max-w-full @max-[36rem]:truncate ${labelClasses}`}>{label}</span>
    </Button>
  );
}

interface ActionProps extends Omit<ComponentProps<typeof Button>, 'children'> {
  icon: ReactNode;
  label: string;
  labelClasses?: string;
}

export function CopyAction({ text }: { text: string }) {
  const [copies, setCopies] = useState(0);
  useEffect(() => {
    if (copies === 0) return;
    const timer = setTimeout(() => setCopies(0), checkMarkMs);
    return () => clearTimeout(timer);
  }, [copies]);
  return (
    <Action
      // The check mark must not move its neighbours.
      className="@min-[36rem]:min-w-22"
      icon={<Icon name={copies > 0 ? 'check' : 'copy'} />}
      label={copies > 0 ? texts.copied : texts.copy}
      onClick={async () => {
        if (await copyTranslation(text)) setCopies((before) => before + 1);
      }}
    />
  );
}

const checkMarkMs = 2_000;

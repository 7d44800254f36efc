import { type ComponentProps, type ReactNode, useEffect, useState } from 'react';
import { Button } from '../../components/controls/button.tsx';
import { Icon } from '../../components/icon.tsx';
import * as texts from '../../texts/translator.ts';
import { copyTranslation } from './copy-translation.ts';

/** A button at the foot of the translation. Its label is below its icon, so that all fit in one row. */
export function Action({ icon, label, className = '', ...rest }: ActionProps) {
  return (
    <Button variant="quiet" className={`flex-1 flex-col gap-0.5! text-xs ${className}`} {...rest}>
      {icon}
      <span className="max-w-full truncate">{label}</span>
    </Button>
  );
}

interface ActionProps extends Omit<ComponentProps<typeof Button>, 'children'> {
  icon: ReactNode;
  label: string;
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
      icon={<Icon name={copies > 0 ? 'check' : 'copy'} />}
      label={copies > 0 ? texts.copied : texts.copy}
      onClick={async () => {
        if (await copyTranslation(text)) setCopies((before) => before + 1);
      }}
    />
  );
}

const checkMarkMs = 2_000;

import { useEffect, useState } from 'react';
import { Icon } from '../../components/icon.tsx';
import * as texts from '../../texts/translator.ts';
import { Action } from './action.tsx';
import { copyTranslation } from './copy-translation.ts';

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
      className="@min-[30rem]:min-w-22"
      icon={<Icon name={copies > 0 ? 'check' : 'copy'} />}
      label={copies > 0 ? texts.copied : texts.copy}
      onClick={async () => {
        if (await copyTranslation(text)) setCopies((before) => before + 1);
      }}
    />
  );
}

const checkMarkMs = 2_000;

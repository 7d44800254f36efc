import { type ComponentType, useState } from 'react';
import { ChromeSetupOverlay } from './chrome-setup-overlay.tsx';
import { ChromeDialog, ChromeStepsCard } from './chrome-wizards.tsx';
import { ChromeWorkaroundOverlay } from './chrome-workaround-overlay.tsx';
import type { Guide } from './guide.ts';
import type { GuideProps, ShownGuideProps } from './guide-props.ts';
import { PermissionOverlay } from './permission-overlay.tsx';
import { TroubleCard } from './trouble-card.tsx';
import { TypeInsteadCard } from './type-field.tsx';

export function GuideHost(props: GuideProps) {
  const { guide, onOpen } = props;
  const [requested, setRequested] = useState<Guide>();
  const Shown = guides[guide];

  function open(next: Guide): void {
    setRequested(next);
    onOpen(next);
  }

  return <Shown {...props} onOpen={open} isRequested={requested === guide} />;
}

const guides: Record<Guide, ComponentType<ShownGuideProps>> = {
  trouble: TroubleCard,
  'type-instead': TypeInsteadCard,
  'chrome-steps': ChromeStepsCard,
  'chrome-dialog': ChromeDialog,
  'chrome-setup': ChromeSetupOverlay,
  'chrome-workaround': ChromeWorkaroundOverlay,
  permission: PermissionOverlay,
};

import { type ComponentType, useState } from 'react';
import { ChromeSetupOverlay, ChromeWorkaroundOverlay } from './chrome-overlays.tsx';
import { ChromeDialog, ChromeStepsCard } from './chrome-wizards.tsx';
import type { Guide, GuideProps, ShownGuideProps } from './guide.ts';
import { TroubleCard, TypeInsteadCard } from './guide-cards.tsx';
import { PermissionOverlay } from './permission-overlay.tsx';

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

import { type ComponentType, useState } from 'react';
import type { Phrase } from '../../../shared/phrases.ts';
import type { Browser } from '../browser.ts';
import { ChromeDialog } from './chrome-dialog.tsx';
import { ChromeSetupOverlay } from './chrome-setup-overlay.tsx';
import { ChromeStepsCard } from './chrome-steps-card.tsx';
import { ChromeWorkaroundOverlay } from './chrome-workaround-overlay.tsx';
import type { Guide } from './guide.ts';
import { PermissionOverlay } from './permission-overlay.tsx';
import { TroubleCard } from './trouble-card.tsx';
import { TypeInsteadCard } from './type-instead-card.tsx';

/** The help that is open: a card among the page's own, or an overlay above it. */
export function GuideHost(props: GuideProps) {
  const { guide, onOpen } = props;
  const [asked, setAsked] = useState<Guide>();
  const Shown = guides[guide];

  function open(next: Guide): void {
    setAsked(next);
    onOpen(next);
  }

  return <Shown {...props} onOpen={open} isAsked={asked === guide} />;
}

export interface GuideProps {
  guide: Guide;
  browser: Browser;
  /** What was wrong, for people. */
  sentence: string | undefined;
  /** The language that is spoken, and the one that is translated to. */
  source: string;
  target: string;
  /** What stands in the page's text area, and its language. */
  text: string;
  language: string;
  /** Longest text that can be translated. */
  textCharacters: number;
  /** Closes the guide and listens again. */
  onRetry: () => void;
  onClose: () => void;
  /** Another guide in this one's place. */
  onOpen: (guide: Guide) => void;
  onType: (text: string) => void;
  /** Closes the guide and translates what was typed. */
  onSubmit: () => void;
  onPick: (phrase: Phrase) => void;
}

export interface ShownGuideProps extends GuideProps {
  /** Somebody has asked for it, as opposed to its having come after a failure: it may take the focus. */
  isAsked: boolean;
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

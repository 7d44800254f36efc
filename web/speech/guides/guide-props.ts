import type { Phrase } from '../../../shared/phrases.ts';
import type { Browser } from '../browser.ts';
import type { Guide } from './guide.ts';

export interface GuideProps {
  guide: Guide;
  browser: Browser;
  message: string | undefined;
  source: string;
  target: string;
  text: string;
  textLanguage: string;
  maxCharacters: number;
  onRetry: () => void;
  onClose: () => void;
  onOpen: (guide: Guide) => void;
  onType: (text: string) => void;
  onSubmit: () => void;
  onPick: (phrase: Phrase) => void;
}

export interface ShownGuideProps extends GuideProps {
  /** The user asked for this guide, so it may take the focus. */
  isRequested: boolean;
}

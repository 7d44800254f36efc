import type { Phrase } from '../../../shared/phrases.ts';
import type { Browser } from '../browser.ts';
import type { Guide } from './guide.ts';

export interface GuideProps {
  guide: Guide;
  browser: Browser;
  /** The problem, for people. */
  sentence: string | undefined;
  source: string;
  target: string;
  /** The page's text and its language. */
  text: string;
  language: string;
  textCharacters: number;
  /** Closes the guide and listens again. */
  onRetry: () => void;
  onClose: () => void;
  /** Replaces this guide by another. */
  onOpen: (guide: Guide) => void;
  onType: (text: string) => void;
  /** Closes the guide and translates the typed text. */
  onSubmit: () => void;
  onPick: (phrase: Phrase) => void;
}

export interface ShownGuideProps extends GuideProps {
  /** The user asked for this guide, so it may take the focus. */
  isAsked: boolean;
}

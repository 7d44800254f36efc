import { copyText } from '../../components/toasts/copy-text.ts';
import * as texts from '../../texts/translator.ts';

export function copyTranslation(text: string): Promise<boolean> {
  return copyText(text, texts.translationCopied);
}

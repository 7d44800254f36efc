import { copyText } from '../../components/toasts/copy-text.ts';

export function copyTranslation(text: string): Promise<boolean> {
  return copyText(text, 'Translation copied to clipboard');
}

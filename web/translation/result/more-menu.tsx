import { DropdownMenu } from 'radix-ui';
import { PathIcon } from '../../components/icon.tsx';
import { copyText } from '../../components/toasts/copy-text.ts';
import { buildFailureToast, toasts } from '../../components/toasts/toasts.ts';
import * as texts from '../../texts/translator.ts';
import { iconPaths } from '../icon-paths.ts';
import { createLink } from '../translator/link.ts';
import { Action } from './action.tsx';

export function MoreMenu({ original, translation }: { original: LanguageText; translation: LanguageText }) {
  const { text, language: sourceLanguage } = original;
  const link = () => createLink({ text, sourceLanguage, targetLanguage: translation.language });
  return (
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger asChild>
        <Action icon={<PathIcon path={iconPaths.more} />} label={texts.more} />
      </DropdownMenu.Trigger>
      <DropdownMenu.Content align="end" sideOffset={8} collisionPadding={12} className="menu p-2">
        {'share' in navigator && (
          <DropdownMenu.Item className="menu-item gap-3" onSelect={() => share(translation.text, link())}>
            <PathIcon path={iconPaths.share} />
            <span>{texts.share}</span>
          </DropdownMenu.Item>
        )}
        <DropdownMenu.Item className="menu-item gap-3" onSelect={() => copyText(link(), texts.linkCopied)}>
          <PathIcon path={iconPaths.link} />
          <span>{texts.copyLink}</span>
        </DropdownMenu.Item>
      </DropdownMenu.Content>
    </DropdownMenu.Root>
  );
}

interface LanguageText {
  readonly text: string;
  readonly language: string;
}

async function share(text: string, url: string): Promise<void> {
  try {
    await navigator.share({ title: 'Parley', text, url });
  } catch (error) {
    if (error instanceof Error && error.name === 'AbortError') return;
    toasts.show(buildFailureToast(texts.shareFailed, texts.copyLinkInstead));
  }
}

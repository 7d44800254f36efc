import { DropdownMenu } from 'radix-ui';
import { Drawing } from '../../components/icon.tsx';
import { copyText } from '../../components/toasts/copy-text.ts';
import { toasts } from '../../components/toasts/toasts.ts';
import { createLink } from '../conversation/link.ts';
import { drawings } from '../drawings.ts';
import { Action } from './action.tsx';

export function MoreMenu({ original, translation }: MoreMenuProps) {
  const link = () =>
    createLink({
      text: original.text,
      sourceLanguage: original.language,
      targetLanguage: translation.language,
    });
  return (
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger asChild>
        <Action icon={<Drawing path={drawings.more} />} label="More" />
      </DropdownMenu.Trigger>
      <DropdownMenu.Content align="end" sideOffset={8} collisionPadding={12} className="menu p-2">
        {'share' in navigator && (
          <DropdownMenu.Item className="menu-item gap-3" onSelect={() => share(translation.text, link())}>
            <Drawing path={drawings.share} />
            Share
          </DropdownMenu.Item>
        )}
        <DropdownMenu.Item
          className="menu-item gap-3"
          onSelect={() => copyText(link(), 'Link copied to clipboard')}
        >
          <Drawing path={drawings.link} />
          Copy link
        </DropdownMenu.Item>
      </DropdownMenu.Content>
    </DropdownMenu.Root>
  );
}

interface MoreMenuProps {
  original: Words;
  translation: Words;
}

interface Words {
  readonly text: string;
  readonly language: string;
}

async function share(text: string, url: string): Promise<void> {
  try {
    await navigator.share({ title: 'Parley', text, url });
  } catch (error) {
    if (error instanceof Error && error.name === 'AbortError') return;
    toasts.show({ tone: 'destructive', title: 'Share Failed', description: 'Copy the link instead.' });
  }
}

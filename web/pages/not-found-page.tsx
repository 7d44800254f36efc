import { useLocation } from 'react-router-dom';
import * as texts from '../texts/site.ts';
import { MessagePage } from './message-page.tsx';

export function NotFoundPage() {
  const { pathname } = useLocation();
  return (
    <>
      <meta name="robots" content="noindex" />
      <MessagePage eyebrow="404" heading={texts.notFoundTitle}>
        {texts.notFoundBefore} <bdi className="wrap-anywhere font-medium text-ink">{shorten(pathname)}</bdi>
        {texts.notFoundAfter}
      </MessagePage>
    </>
  );
}

function shorten(pathname: string): string {
  const characters = [...decode(pathname)];
  return characters.length > maxCharacters
    ? `${characters.slice(0, maxCharacters).join('')}…`
    : characters.join('');
}

function decode(pathname: string): string {
  try {
    return decodeURIComponent(pathname);
  } catch {
    return pathname;
  }
}

const maxCharacters = 60;

import { useLocation } from 'react-router-dom';
import { MessagePage } from './message-page.tsx';

export function NotFoundPage() {
  const { pathname } = useLocation();
  return (
    <>
      <meta name="robots" content="noindex" />
      <MessagePage eyebrow="404" heading="Page Not Found">
        We couldn’t find <bdi className="wrap-anywhere font-medium text-ink">{shorten(pathname)}</bdi>. Check
        the address, or start again from the translator.
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

import { useLocation } from 'react-router-dom';
import { Message } from './message.tsx';

export function NotFoundPage() {
  const { pathname } = useLocation();
  return (
    <>
      <meta name="robots" content="noindex" />
      <Message above="404" heading="Page Not Found">
        We couldn’t find <bdi className="wrap-anywhere font-medium text-ink">{shortened(pathname)}</bdi>.
        Check the address, or start again from the translator.
      </Message>
    </>
  );
}

function shortened(pathname: string): string {
  const characters = [...readable(pathname)];
  return characters.length > longest ? `${characters.slice(0, longest).join('')}…` : characters.join('');
}

function readable(pathname: string): string {
  try {
    return decodeURIComponent(pathname);
  } catch {
    return pathname;
  }
}

const longest = 60;

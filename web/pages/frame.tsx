import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { Wordmark } from '../components/wordmark.tsx';

/** What every page has around it. */
export function Frame({ children }: { children: ReactNode }) {
  return (
    <div className="mx-auto flex min-h-dvh max-w-6xl flex-col px-3 sm:px-6">
      <header className="flex min-h-16 items-center gap-3 py-3">
        <Link to="/" className="flex min-h-11 items-center gap-2.5 rounded-control pr-1">
          <Wordmark />
        </Link>
        <span className="rounded-full border border-line px-2 py-0.5 text-xs font-semibold tracking-wide text-muted uppercase">
          Beta
        </span>
      </header>
      <main className="flex-1">{children}</main>
      <footer className="mt-10 border-t border-line py-6 text-sm text-muted">
        <p>Parley. Speak or type, read, hear.</p>
      </footer>
    </div>
  );
}

import { type ReactNode, useEffect, useRef } from 'react';
import { ApiError } from '../api.ts';
import { Link } from '../components/controls/link.tsx';
import { Icon } from '../components/icon.tsx';
import * as texts from '../texts/site.ts';

export function MessagePage({ eyebrow, heading, children }: MessageProps) {
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => title.current?.focus({ preventScroll: true }), []);
  return (
    <div className="mx-auto flex min-h-[60dvh] max-w-md animate-rise flex-col items-center justify-center px-2 text-center">
      <p className="rounded-full bg-accent-soft px-3.5 py-1 text-sm font-semibold text-accent">{eyebrow}</p>
      <h1
        ref={title}
        tabIndex={-1}
        className="mt-5 text-3xl font-bold tracking-tight outline-none sm:text-4xl"
      >
        {heading}
      </h1>
      <p className="mt-4 text-lg leading-relaxed text-muted">{children}</p>
      <Link
        to="/"
        className="mt-8 inline-flex min-h-12 max-w-full items-center gap-2 rounded-control bg-accent px-[min(1.5rem,6vw)] py-1.5 font-semibold text-on-accent transition-colors hover:bg-accent-strong"
      >
        <Icon name="back" className="size-5 rtl:-scale-x-100" />
        <span className="min-w-0 wrap-anywhere hyphens-auto">{texts.backToTranslator}</span>
      </Link>
    </div>
  );
}

interface MessageProps {
  eyebrow: string;
  heading: string;
  children: ReactNode;
}

export function ForbiddenPage({ title }: { title: string }) {
  return (
    <MessagePage eyebrow={title} heading={texts.forbiddenTitle}>
      {texts.forbidden}
    </MessagePage>
  );
}

export function isForbidden(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'forbidden';
}

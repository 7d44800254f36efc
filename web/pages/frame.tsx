import type { ReactNode } from 'react';
import { Link } from '../components/controls/link.tsx';
import { Wordmark } from '../components/wordmark.tsx';
import { contactAddress } from '../contact.ts';
import * as texts from '../texts/site.ts';

/** @param isWide of the translator, which uses large screens */
export function Frame({ headerEnd, isWide, children }: FrameProps) {
  return (
    <div
      className={`mx-auto flex min-h-dvh max-w-6xl flex-col px-3 pb-[var(--dock)] sm:px-6 ${isWide ? wideFrame : ''}`}
    >
      <Header>{headerEnd}</Header>
      <main className="flex-1">{children}</main>
      <footer className="mt-10 flex flex-wrap items-center justify-between gap-x-6 border-t border-line py-3 text-sm wrap-anywhere text-muted max-sm:mt-6">
        <p className="py-3">{texts.slogan}</p>
        <div className="flex flex-wrap gap-x-4 sm:gap-x-6">
          <Link to="/privacy-policy" className={footerLink}>
            {texts.privacyPolicy}
          </Link>
          <Link to="/terms" className={footerLink}>
            {texts.terms}
          </Link>
          <Link to="/refunds" className={footerLink}>
            {texts.refunds}
          </Link>
          <Link to="/status" className={footerLink}>
            {texts.status}
          </Link>
          <a href={`mailto:${contactAddress}`} className={footerLink}>
            {texts.contact}
          </a>
        </div>
      </footer>
    </div>
  );
}

interface FrameProps {
  headerEnd: ReactNode;
  isWide?: boolean;
  children: ReactNode;
}

/** The tool takes up to 80rem, and the history beside it 20rem. */
export const wideFrame = 'wide:max-w-[104.5rem]';

/**
 * One row, two with very large text. Its parts know its width in rem, so that they have their place before the texts
 * arrive.
 */
export function Header({ children }: { children?: ReactNode }) {
  return (
    // Above the record button, for the account menu.
    <header className="group @container relative z-40">
      <div className="flex min-h-11 flex-wrap items-center gap-x-1 @max-[13rem]:grid @max-[13rem]:grid-cols-[auto_1fr] @[44rem]:gap-x-3 md:min-h-14">
        {/* In a narrow header the label is below the name, and both make room before anything else. */}
        <div className="relative flex items-center gap-x-3">
          <Link to="/" className="flex min-h-11 min-w-9 items-center rounded-control pe-1">
            <Wordmark />
          </Link>
          <span className="text-xs/4 font-semibold text-muted uppercase @max-[44rem]:absolute @max-[44rem]:bottom-0 @max-[44rem]:start-7.5 @max-[20rem]:sr-only">
            {texts.beta}
          </span>
        </div>
        {/* For what a page puts between the title and the account. */}
        <div id="header-slot" className="contents" />
        {children}
      </div>
    </header>
  );
}

const footerLink = 'flex min-h-11 items-center underline underline-offset-4';

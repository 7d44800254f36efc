import { type ReactNode, useEffect, useMemo, useRef } from 'react';
import { formatLongDate } from '../../billing/format.ts';
import { BackLink } from '../../components/controls/back-link.tsx';
import { Link } from '../../components/controls/link.tsx';
import { Icon } from '../../components/icon.tsx';
import { shownLanguage } from '../../language/shown-language.ts';
import { englishIsBinding } from '../../texts/pages/legal.ts';
import * as texts from '../../texts/site.ts';
import { startAtTop } from '../arrival.ts';

/** A policy or terms, as text with the marks that `privacy-policy.ts` explains. */
export function LegalDocument({ title, updated, summary, lines }: LegalDocumentProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const sections = useMemo(() => readSections(lines), [lines]);
  useEffect(() => scrollToSection(heading.current), []);
  return (
    <div className="mx-auto max-w-2xl">
      <BackLink />
      <article className="leading-relaxed">
        <h1 ref={heading} tabIndex={-1} className="mt-2 text-3xl font-bold tracking-tight outline-none">
          {title}
        </h1>
        <p className="mt-1 text-muted">{texts.lastUpdated(formatLongDate(updated, 'UTC'))}</p>
        <div className="mt-5 rounded-card border border-line bg-surface p-4 sm:p-6">
          <h2 className="text-lg font-semibold tracking-tight">{texts.inShort}</h2>
          <List items={summary} />
          {shownLanguage !== 'en' && <p className="mt-3 text-sm text-muted">{englishIsBinding}</p>}
        </div>
        <nav aria-labelledby="on-this-page" className="mt-8">
          <h2 id="on-this-page" className="text-lg font-semibold tracking-tight">
            {texts.onThisPage}
          </h2>
          <ul
            lang="en"
            dir="ltr"
            className="mt-2 grid grid-cols-[repeat(auto-fit,minmax(min(100%,15rem),1fr))]"
          >
            {sections.map(({ id, title: section }) => (
              <li key={id}>
                <a href={`#${id}`} className={`${rowLink} underline underline-offset-4`}>
                  {section}
                </a>
              </li>
            ))}
          </ul>
        </nav>
        {sections.map(({ id, title: section, blocks }) => (
          <section key={id} aria-labelledby={id} lang="en" dir="ltr">
            <h2
              id={id}
              tabIndex={-1}
              className="mt-10 scroll-mt-4 break-after-avoid text-xl font-bold tracking-tight outline-none"
            >
              {section}
            </h2>
            {blocks.map((block) => (
              <Block key={block[0]} lines={block} />
            ))}
          </section>
        ))}
      </article>
      <p className="mt-10">
        <a href="/licences.txt" className={`${rowLink} underline underline-offset-4`}>
          {texts.licences}
        </a>
      </p>
    </div>
  );
}

interface LegalDocumentProps {
  title: string;
  /** ISO 8601 */
  updated: string;
  summary: readonly string[];
  lines: readonly string[];
}

function readSections(lines: readonly string[]) {
  const parts = lines.join('\n').split(/^## /m).slice(1);
  return parts.map((section) => {
    const [heading = '', ...own] = section.trim().split('\n');
    const [title = '', id] = heading.split(/ {#|}/);
    return { id, title, blocks: groupLines(own) };
  });
}

const rowLink = 'inline-flex min-h-11 items-center';

/** The browser handled the URL's fragment before this page was rendered. */
function scrollToSection(heading: HTMLElement | null): void {
  const section = document.getElementById(location.hash.slice(1));
  if (section) {
    section.scrollIntoView();
    section.focus({ preventScroll: true });
  } else {
    startAtTop(heading);
  }
}

/** The lines of a list or a table form one block. */
function groupLines(lines: readonly string[]): string[][] {
  const blocks: string[][] = [];
  for (const line of lines) {
    const block = blocks.at(-1);
    if (/^[-|]/.test(line) && block?.[0] && /^[-|>]/.test(block[0])) block.push(line);
    else blocks.push([line]);
  }
  return blocks;
}

function Block({ lines }: { lines: readonly string[] }) {
  const texts = lines.map((line) => line.replace(/^(?:###|[-|>]) /, ''));
  const [text = '', ...rest] = texts;
  switch (lines[0]?.[0]) {
    case '#':
      return <h3 className="mt-5 scroll-mt-4 break-after-avoid font-semibold">{text}</h3>;
    case '-':
      return <List items={texts} />;
    case '|':
      return <Terms rows={texts} />;
    case '>':
      return (
        <details className="group mt-3">
          <summary className={`${rowLink} cursor-pointer gap-1 font-medium`}>
            <span>{text}</span>
            <Icon name="chevron" className="size-5 transition-[rotate] group-open:[rotate:180deg]" />
          </summary>
          <Terms rows={rest} />
        </details>
      );
    default:
      return <p className="mt-3">{renderMarkup(text)}</p>;
  }
}

function Terms({ rows }: { rows: readonly string[] }) {
  return (
    <dl className="mt-4 border-t border-line">
      {rows.map((row) => {
        const [name = '', text = ''] = row.split(' | ');
        return (
          <div key={name} className="flex break-inside-avoid flex-wrap gap-x-4 border-b border-line py-3">
            <dt className="flex-[1_1_11rem] font-semibold">{renderMarkup(name)}</dt>
            <dd className="flex-[3_1_20rem]">{renderMarkup(text)}</dd>
          </div>
        );
      })}
    </dl>
  );
}

function List({ items }: { items: readonly string[] }) {
  return (
    <ul className="mt-3 grid list-disc gap-2 ps-5 wrap-anywhere">
      {items.map((item) => (
        <li key={item}>{renderMarkup(item)}</li>
      ))}
    </ul>
  );
}

/** Renders `**bold**`, `` `name` `` and `[text](href)`. */
function renderMarkup(text: string): ReactNode[] {
  return text.split(/(\*\*.+?\*\*|`.+?`|\[.+?\]\(.+?\))/).map((piece, index) => {
    if (piece.startsWith('**')) return <strong key={piece}>{piece.slice(2, -2)}</strong>;
    if (piece.startsWith('`')) {
      // Cookie names are wider than a phone.
      return (
        <code key={piece} translate="no" className="wrap-anywhere">
          {piece.slice(1, -1)}
        </code>
      );
    }
    const [, label, href = ''] = piece.match(/^\[(.+)\]\((.+)\)$/) ?? [];
    // biome-ignore lint/suspicious/noArrayIndexKey: the text between may repeat
    if (!label) return <span key={index}>{piece}</span>;
    const linkClasses = 'wrap-anywhere underline underline-offset-4';
    return href === '/speech-translator' ? (
      <Link key={piece} to={href} className={linkClasses}>
        {label}
      </Link>
    ) : (
      <a key={piece} href={href} className={linkClasses}>
        {label}
      </a>
    );
  });
}

import type { ReactNode } from 'react';
import { Boundary } from '../components/boundary.tsx';
import * as texts from '../texts/translator.ts';

/** The languages above the two panes. Prerendered, so it shows before the script runs. */
export function TranslatorSurface({ languages, input, translation }: TranslatorSurfaceProps) {
  return (
    <div className="-mx-3 border-y border-line bg-surface sm:mx-0 sm:rounded-card sm:border sm:card-shadow desktop:flex desktop:min-h-[clamp(29.5rem,100dvh-15rem,37.5rem)] desktop:flex-col">
      <Boundary>{languages}</Boundary>
      <div className="md:grid md:grid-cols-2 md:divide-x md:divide-line desktop:grow *:border-line max-md:divide-y max-md:divide-line">
        {input}
        <div data-voice="them" className="flex flex-col *:grow">
          <Boundary>{translation}</Boundary>
        </div>
      </div>
    </div>
  );
}

/** Of the tool and what is below it: keeps a column for the history, which comes later. */
export const besideHistory = 'wide:relative wide:pe-86';

interface TranslatorSurfaceProps {
  languages: ReactNode;
  input: ReactNode;
  translation: ReactNode;
}

/** Prerendered, so it shows before the script runs. */
export function TranslationPlaceholder() {
  return <p className="py-1 text-lg leading-relaxed text-muted peer-not-empty:hidden">{texts.placeholder}</p>;
}

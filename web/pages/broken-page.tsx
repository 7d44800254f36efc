import { useEffect, useState } from 'react';
import { reload } from '../browser/leaving.ts';
import { Button } from '../components/controls/button.tsx';
import * as texts from '../texts/site.ts';
import { readDraft } from '../translation/translator/use-translator.ts';

/** In place of a page that threw an error, with the text that was typed there. @param text by default the draft */
export function BrokenPage({ text: known }: { text?: string }) {
  const [saved, setSaved] = useState('');
  // `onBroken` has saved it by now.
  useEffect(() => setSaved(readDraft()?.text ?? ''), []);
  const text = known ?? saved;
  return (
    <div role="alert" className="px-4 py-10">
      <h1 className="text-lg font-semibold">{texts.pageBrokenTitle}</h1>
      <p className="py-1 leading-relaxed text-muted">{text ? texts.pageBrokenWithText : texts.pageBroken}</p>
      {text && (
        <p
          translate="no"
          className="py-3 text-lg leading-relaxed whitespace-pre-wrap wrap-anywhere select-text"
        >
          {text}
        </p>
      )}
      <Button variant="primary" onClick={reload}>
        {texts.reload}
      </Button>
    </div>
  );
}

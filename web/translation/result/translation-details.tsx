import type { TranslatorProps } from '../translator/translator.ts';
import { BackTranslation } from './back-translation.tsx';
import { Pronunciation } from './pronunciation/pronunciation.tsx';

export function TranslationDetails({ translator, health, send }: TranslatorProps) {
  const { phase, translation } = translator;
  return (
    <>
      {phase !== 'translating' && translation && (
        <Pronunciation {...translation} className="mt-1 whitespace-pre-wrap" />
      )}
      <BackTranslation translator={translator} health={health} send={send} />
    </>
  );
}

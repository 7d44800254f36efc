import * as texts from '../../texts/site.ts';
import { LegalDocument } from './legal-document.tsx';
import { summary, terms } from './terms.ts';

export function TermsPage() {
  return (
    <LegalDocument title={texts.termsTitle} updated="November 28, 2026" summary={summary} lines={terms} />
  );
}

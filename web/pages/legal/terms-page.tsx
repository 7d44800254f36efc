import * as texts from '../../texts/site.ts';
import { LegalDocument } from './legal-document.tsx';
import { summary, terms } from './terms.ts';

export function TermsPage() {
  return <LegalDocument title={texts.termsTitle} updated="2026-11-28" summary={summary} lines={terms} />;
}

import * as texts from '../../texts/site.ts';
import { LegalDocument } from './legal-document.tsx';
import { policy, summary } from './privacy-policy.ts';

export function PrivacyPolicyPage() {
  return (
    <LegalDocument title={texts.privacyTitle} updated="August 22, 2025" summary={summary} lines={policy} />
  );
}

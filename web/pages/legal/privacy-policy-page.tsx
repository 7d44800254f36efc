import { privacySummary } from '../../texts/pages/legal.ts';
import * as texts from '../../texts/site.ts';
import { LegalDocument } from './legal-document.tsx';
import { policy } from './privacy-policy.ts';

export function PrivacyPolicyPage() {
  return (
    <LegalDocument title={texts.privacyTitle} updated="2025-08-22" summary={privacySummary} lines={policy} />
  );
}

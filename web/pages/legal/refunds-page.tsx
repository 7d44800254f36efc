import * as texts from '../../texts/site.ts';
import { LegalDocument } from './legal-document.tsx';
import { refunds, summary } from './refunds.ts';

export function RefundsPage() {
  return (
    <LegalDocument title={texts.refundsTitle} updated="November 28, 2026" summary={summary} lines={refunds} />
  );
}

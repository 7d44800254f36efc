import { refundsSummary } from '../../texts/pages/legal.ts';
import * as texts from '../../texts/site.ts';
import { LegalDocument } from './legal-document.tsx';
import { refunds } from './refunds.ts';

export function RefundsPage() {
  return (
    <LegalDocument title={texts.refundsTitle} updated="2026-11-28" summary={refundsSummary} lines={refunds} />
  );
}

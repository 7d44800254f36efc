import * as texts from '../../texts/billing.tsx';

/** A new tab keeps what was typed into the card form. */
export function LegalNote({ className }: { className: string }) {
  return (
    <p className={`text-sm leading-relaxed text-muted ${className}`}>
      {texts.legalNote(
        <a href="/terms" target="_blank" rel="noopener" className={link}>
          {texts.termsLink}
        </a>,
        <a href="/refunds" target="_blank" rel="noopener" className={link}>
          {texts.refundsLink}
        </a>,
      )}
    </p>
  );
}

const link = 'font-medium text-ink underline underline-offset-4';

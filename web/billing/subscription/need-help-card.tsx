import type { ReactNode } from 'react';
import { Card } from '../../components/card.tsx';
import { contactAddress } from '../../contact.ts';

export function NeedHelpCard() {
  return (
    <Card title="Need Help?">
      <div className="grid gap-6 md:grid-cols-3 md:gap-4">
        <Topic title="Billing support">
          For questions about charges, cards and invoices, write to{' '}
          <a
            href={`mailto:${contactAddress}`}
            className="font-medium wrap-anywhere text-ink underline underline-offset-4"
          >
            {contactAddress}
          </a>
          .
        </Topic>
        <Topic title="Changing plans">
          To switch between monthly and annual, cancel your subscription, then start the other plan once your
          access has ended.
        </Topic>
        <Topic title="Your history">
          Your translation history stays accessible after you cancel. You can still read, search and delete
          it.
        </Topic>
      </div>
    </Card>
  );
}

function Topic({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div>
      <h3 className="font-semibold">{title}</h3>
      <p className="mt-1 leading-relaxed text-muted">{children}</p>
    </div>
  );
}

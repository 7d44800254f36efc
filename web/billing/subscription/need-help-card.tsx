import { Card } from '../../components/card.tsx';
import { contactAddress } from '../../contact.ts';

export function NeedHelpCard() {
  return (
    <Card title="Need Help?">
      <div className="grid gap-6 md:grid-cols-3 md:gap-4">
        <div>
          <h3 className="font-semibold">Billing support</h3>
          <p className="mt-1 leading-relaxed text-muted">
            For questions about charges, cards and invoices, write to{' '}
            <a
              href={`mailto:${contactAddress}`}
              className="font-medium wrap-anywhere text-ink underline underline-offset-4"
            >
              {contactAddress}
            </a>
            .
          </p>
        </div>
        <div>
          <h3 className="font-semibold">Changing plans</h3>
          <p className="mt-1 leading-relaxed text-muted">
            To switch between monthly and annual, cancel your subscription, then start the other plan once
            your access has ended.
          </p>
        </div>
        <div>
          <h3 className="font-semibold">Your history</h3>
          <p className="mt-1 leading-relaxed text-muted">
            Your translation history stays accessible after you cancel. You can still read, search and delete
            it.
          </p>
        </div>
      </div>
    </Card>
  );
}

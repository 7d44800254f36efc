import type { ReactNode } from 'react';
import { Card } from '../../components/card.tsx';
import { contactAddress } from '../../contact.ts';
import * as texts from '../../texts/billing.tsx';

export function NeedHelpCard() {
  return (
    <Card title={texts.needHelp}>
      <div className="grid gap-6 md:grid-cols-3 md:gap-4">
        <Topic title={texts.support}>
          {texts.supportText(
            <a
              href={`mailto:${contactAddress}`}
              className="font-medium wrap-anywhere text-ink underline underline-offset-4"
            >
              {contactAddress}
            </a>,
          )}
        </Topic>
        <Topic title={texts.changePlan}>{texts.changePlanText}</Topic>
        <Topic title={texts.yourHistory}>{texts.yourHistoryText}</Topic>
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

import { Badge, type BadgeTone } from '../../components/badge.tsx';
import * as texts from '../../texts/billing.tsx';
import type { Status } from '../status.ts';

export function StatusBadge({ status }: { status: Status['subscriptionStatus'] }) {
  const { label, tone } = badges[status];
  return (
    <Badge tone={tone}>
      <span className="sr-only">{texts.statusPrefix}</span>
      <span>{label}</span>
    </Badge>
  );
}

export const badges: Record<
  Status['subscriptionStatus'],
  { readonly label: string; readonly tone: BadgeTone }
> = {
  free: { label: texts.statusFree, tone: 'plain' },
  trialing: { label: texts.statusTrialing, tone: 'blue' },
  active: { label: texts.statusActive, tone: 'good' },
  canceled: { label: texts.statusCanceled, tone: 'orange' },
  past_due: { label: texts.statusPastDue, tone: 'bad' },
};

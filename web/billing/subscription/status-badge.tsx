import { Badge, type BadgeTone } from '../../components/badge.tsx';
import type { Status } from '../status.ts';

export function StatusBadge({ status }: { status: Status['subscriptionStatus'] }) {
  const { label, tone } = badges[status];
  return (
    <Badge tone={tone}>
      <span className="sr-only">Status: </span>
      {label}
    </Badge>
  );
}

export const badges: Record<
  Status['subscriptionStatus'],
  { readonly label: string; readonly tone: BadgeTone }
> = {
  free: { label: 'Free', tone: 'plain' },
  trialing: { label: 'Free Trial', tone: 'blue' },
  active: { label: 'Active', tone: 'good' },
  canceled: { label: 'Cancelled', tone: 'orange' },
  past_due: { label: 'Past Due', tone: 'bad' },
};

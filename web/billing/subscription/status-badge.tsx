import { tones } from '../../components/tones.ts';
import type { Status } from '../status.ts';

/** The subscription's status in a word. */
export function StatusBadge({ status }: { status: Status['subscriptionStatus'] }) {
  const { label, className = '', style } = badges[status];
  return (
    <span
      data-status={status}
      style={style}
      className={`shrink-0 rounded-full px-3.5 py-1 text-sm font-semibold ${className}`}
    >
      <span className="sr-only">Status: </span>
      {label}
    </span>
  );
}

const badges: Record<Status['subscriptionStatus'], Badge> = {
  free: { label: 'Free', className: 'bg-sunken text-muted' },
  trialing: { label: 'Free Trial', style: tones.blue },
  active: { label: 'Active', className: 'bg-accent-soft text-accent' },
  canceled: { label: 'Cancelled', style: tones.orange },
  past_due: { label: 'Past Due', className: 'bg-danger-soft text-danger' },
};

interface Badge {
  readonly label: string;
  readonly className?: string;
  readonly style?: (typeof tones)[keyof typeof tones];
}

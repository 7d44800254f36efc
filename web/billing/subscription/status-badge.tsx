import type { Status } from '../status.ts';

export function StatusBadge({ status }: { status: Status['subscriptionStatus'] }) {
  const { label, look } = badges[status];
  return (
    <span data-status={status} className={`shrink-0 rounded-full px-3.5 py-1 text-sm font-semibold ${look}`}>
      <span className="sr-only">Status: </span>
      {label}
    </span>
  );
}

const badges: Record<Status['subscriptionStatus'], { readonly label: string; readonly look: string }> = {
  free: { label: 'Free', look: 'bg-sunken text-muted' },
  trialing: { label: 'Free Trial', look: 'bg-blue-soft text-blue' },
  active: { label: 'Active', look: 'bg-accent-soft text-accent' },
  canceled: { label: 'Cancelled', look: 'bg-orange-soft text-orange' },
  past_due: { label: 'Past Due', look: 'bg-danger-soft text-danger' },
};

import { plans } from '../../../shared/plans.ts';
import { dueTo, paidInvoices } from '../billing/oracle.ts';
import type { Person, Scene } from '../billing/world/scene.ts';

export interface Count {
  readonly users: number;
  readonly trials: number;
  readonly live: number;
  readonly yearlyCents: number;
  /** By day and name, as `2026-11-20 signups`. */
  readonly days: Readonly<Record<string, number>>;
}

/** From profiles and Stripe's account, independent of how the product counts. */
export function openTruth(scene: Scene) {
  const { account } = scene;
  const days: Record<string, number> = {};
  const live = new Set<string>();
  const note = (day: string, what: string, number = 1) => {
    days[`${day} ${what}`] = (days[`${day} ${what}`] ?? 0) + number;
  };

  return {
    signedUp: () => note(dayOf(Date.now()), 'signups'),
    /** Notes whose subscription has begun or ended since the last look. */
    look: async (people: readonly Person[] = [...scene.people.values()]) => {
      const profiles = new Map((await scene.profilesOf(people)).map((profile) => [profile.pk, profile]));
      for (const { id } of people) {
        const subscription = profiles.get(`USER#${id}`)?.subscription;
        const isLive = subscription?.isPremium === true && !subscription.trialEndsAt;
        if (isLive && !live.has(id)) note(dayOf(Date.now()), 'began');
        if (!isLive && live.has(id)) note(dayOf(Date.now()), 'ended');
        if (isLive) live.add(id);
        else live.delete(id);
      }
    },
    count: (): Count => {
      const revenue = { ...days };
      for (const { amount_paid, status_transitions } of paidInvoices(account)) {
        const key = `${dayOf((status_transitions.paid_at ?? 0) * 1_000)} revenueCents`;
        revenue[key] = (revenue[key] ?? 0) + amount_paid;
      }
      const there = [...scene.people.values()].filter(({ hasLeft }) => !hasLeft);
      const premium = there.map(({ id }) => dueTo(account, id)).filter(({ isPremium }) => isPremium);
      const paying = premium.filter(({ trialEndsAt }) => trialEndsAt === null);
      return {
        users: there.length,
        trials: premium.length - paying.length,
        live: paying.length,
        yearlyCents: paying.reduce((sum, { subscriptionPlan }) => {
          const plan = plans[subscriptionPlan as keyof typeof plans];
          return sum + plan.amountCents * (plan.interval === 'month' ? 12 : 1);
        }, 0),
        days: revenue,
      };
    },
  };
}

function dayOf(now: number): string {
  return new Date(now).toISOString().slice(0, 10);
}

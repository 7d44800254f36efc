/**
 * Where Stripe's webhooks come from: docs.stripe.com/ips, in November 2026. Stripe announces changes a week before, on
 * its mailing list; until the list here follows, webhooks from a new address share the small limit of other addresses.
 */
export const stripeAddresses = [
  '3.18.12.63',
  '3.69.109.8',
  '3.120.168.93',
  '3.130.192.231',
  '13.235.14.237',
  '13.235.122.149',
  '18.211.135.69',
  '35.154.171.200',
  '35.157.207.129',
  '52.15.183.38',
  '54.88.130.119',
  '54.88.130.237',
  '54.187.174.169',
  '54.187.205.235',
  '54.187.216.72',
] as const;

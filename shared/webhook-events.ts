/** The Stripe events that the webhook endpoint subscribes to. */
export const webhookEvents = [
  'charge.dispute.closed',
  'charge.dispute.created',
  'charge.refunded',
  'customer.deleted',
  'customer.discount.created',
  'customer.discount.deleted',
  'customer.discount.updated',
  'customer.subscription.created',
  'customer.subscription.deleted',
  'customer.subscription.paused',
  'customer.subscription.resumed',
  'customer.subscription.updated',
  'customer.updated',
  'invoice.paid',
  'invoice.payment_action_required',
  'invoice.payment_failed',
  'radar.early_fraud_warning.created',
  'refund.failed',
  'setup_intent.setup_failed',
  'setup_intent.succeeded',
] as const;

export function isWebhookEvent(type: string): boolean {
  return webhookEvents.some((each) => each === type);
}

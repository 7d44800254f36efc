import { previewChange } from '../../shared/api/billing.schema.ts';
import { endpoint } from '../endpoint.ts';
import { Conflict } from '../errors.ts';
import { say } from '../texts.ts';
import * as planChange from './plan/plan-change.ts';
import { withStripe } from './stripe.ts';

export const handler = endpoint('billing.preview-change', previewChange, async ({ priceId }, caller) =>
  withStripe(async (stripe) => {
    const change = await planChange.findChange(stripe, caller.profile, priceId);
    if (change.isCurrent) throw new Conflict(say('hasPlan'), 'uncharged');
    return planChange.previewChange(stripe, change);
  }),
);

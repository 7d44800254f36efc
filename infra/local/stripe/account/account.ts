import { randomBytes } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { Store } from '../../database/store.ts';
import { noSuch } from '../errors.ts';
import type { Fields, Objects } from './objects.ts';

export interface Recovery {
  readonly retryAfterDays: readonly number[];
  readonly afterLastRetry: 'cancel' | 'unpaid';
}

const defaultRecovery: Recovery = { retryAfterDays: [3, 5, 7], afterLastRetry: 'cancel' };

export class Account {
  readonly origin: string;
  readonly recovery: Recovery;
  readonly #store: Store;
  readonly #objects = new Map<string, Map<string, Objects[keyof Objects]>>();
  readonly #numbers = new Map<string, number>();
  /** By store key. */
  #changes = new Map<string, () => unknown>();
  #writing: Promise<void> = Promise.resolve();
  #frozenNow: number | undefined;

  constructor(store: Store, origin: string, recovery: Recovery = defaultRecovery) {
    this.#store = store;
    this.origin = origin;
    this.recovery = recovery;
    const stored = store.list<StoredObject>('object:').map(({ value }) => value);
    for (const { kind, number, object } of stored.toSorted((one, other) => one.number - other.number)) {
      this.#all(kind).set(object.id, object);
      this.#numbers.set(object.id, number);
    }
  }

  /** Seconds since 1970, by a clock that can be moved ahead. */
  now(): number {
    return this.#frozenNow ?? Math.floor(Date.now() / 1_000) + (this.readNote<number>('ahead') ?? 0);
  }

  moveTo(seconds: number): void {
    const bySeconds = seconds - this.now();
    if (bySeconds > 0) this.writeNote('ahead', (this.readNote<number>('ahead') ?? 0) + bySeconds);
  }

  /** Runs synchronous work with the clock frozen at `moment`. */
  runAt<Result>(moment: number, work: () => Result): Result {
    this.#frozenNow = moment;
    try {
      return work();
    } finally {
      this.#frozenNow = undefined;
    }
  }

  createId(prefix: string): string {
    return `${prefix}_${createRandomToken(24)}`;
  }

  create<Kind extends keyof Objects>(kind: Kind, fields: Fields<Objects[Kind]>): Objects[Kind] {
    const { prefix, object = kind, nulls } = kinds[kind];
    const made = {
      ...Object.fromEntries((nulls?.split(' ') ?? []).map((name) => [name, null])),
      id: this.createId(prefix),
      object,
      created: this.now(),
      livemode: false,
      ...Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)),
    } as Objects[Kind];
    this.save(kind, made);
    return made;
  }

  /** Not a copy: pass changes to `save` or `change`. */
  find<Kind extends keyof Objects>(kind: Kind, id: string | null | undefined): Objects[Kind] | undefined {
    return this.#all(kind).get(id ?? '');
  }

  /** @param param the parameter with the id; without it, the id is in the path */
  get<Kind extends keyof Objects>(kind: Kind, id: string, param?: string): Objects[Kind] {
    const found = this.find(kind, id);
    if (!found) throw noSuch(kinds[kind].name ?? kind, id, param);
    return found;
  }

  all<Kind extends keyof Objects>(kind: Kind): Objects[Kind][] {
    return [...this.#all(kind).values()];
  }

  save<Kind extends keyof Objects>(kind: Kind, object: Objects[Kind]): void {
    const number = this.getNumber(object.id) || this.#numbers.size + 1;
    this.#numbers.set(object.id, number);
    this.#all(kind).set(object.id, object);
    this.#changes.set(`object:${kind}:${object.id}`, () => ({ kind, number, object }));
  }

  /** @returns the former values of the changed fields; undefined without a change */
  change<Kind extends keyof Objects>(kind: Kind, object: Objects[Kind], changes: Fields<Objects[Kind]>) {
    const former = object as Record<string, unknown>;
    const changed = Object.entries(changes).filter(
      ([name, value]) => value !== undefined && !isDeepStrictEqual(former[name], value),
    );
    if (changed.length === 0) return undefined;
    const previous = Object.fromEntries(changed.map(([name]) => [name, former[name]]));
    Object.assign(object, Object.fromEntries(changed));
    this.save(kind, object);
    return previous;
  }

  remove(kind: keyof Objects, id: string): void {
    this.#all(kind).delete(id);
    this.#changes.set(`object:${kind}:${id}`, () => undefined);
  }

  /** Grows with each new object, so it also orders objects of the same second; 0 for unknown ids. */
  getNumber(id: string): number {
    return this.#numbers.get(id) ?? 0;
  }

  writeNote(id: string, value: unknown): void {
    this.create('note', { id, value });
  }

  readNote<Value>(id: string): Value | undefined {
    return this.find('note', id)?.value as Value | undefined;
  }

  hasChanged(): boolean {
    return this.#changes.size > 0;
  }

  /** Writes all changes atomically, after earlier writes. */
  flush(): Promise<void> {
    if (!this.hasChanged()) return this.#writing;
    const values = new Map([...this.#changes].map(([key, read]) => [key, structuredClone(read())]));
    this.#changes = new Map();
    this.#writing = this.#writing.catch(() => undefined).then(() => this.#store.setAll(values));
    return this.#writing;
  }

  #all<Kind extends keyof Objects>(kind: Kind): Map<string, Objects[Kind]> {
    const objects = this.#objects.get(kind) ?? new Map();
    this.#objects.set(kind, objects);
    return objects as Map<string, Objects[Kind]>;
  }
}

interface StoredObject {
  readonly kind: keyof Objects;
  readonly number: number;
  readonly object: Objects[keyof Objects];
}

/** @param length even */
export function createRandomToken(length: number): string {
  return randomBytes(length / 2).toString('hex');
}

interface Kind {
  readonly prefix: string;
  /** Default: the name of the kind. */
  readonly object?: string;
  /** In errors. Default: the name of the kind. */
  readonly name?: string;
  /** Fields that are null until something sets them. Stripe's fields that nothing reads are left out. */
  readonly nulls?: string;
}

const kinds: Readonly<Record<keyof Objects, Kind>> = {
  charge: { prefix: 'ch' },
  coupon: {
    prefix: 'coupon',
    nulls: 'amount_off currency duration_in_months max_redemptions name percent_off redeem_by',
  },
  customer: { prefix: 'cus', nulls: 'email' },
  deleted_customer: { prefix: 'cus', object: 'customer' },
  discount: { prefix: 'di' },
  dispute: { prefix: 'du' },
  early_fraud_warning: { prefix: 'issfr', object: 'radar.early_fraud_warning' },
  event: { prefix: 'evt' },
  invoice: {
    prefix: 'in',
    nulls: 'automatically_finalizes_at hosted_invoice_url next_payment_attempt number',
  },
  note: { prefix: 'note' },
  payment_intent: { prefix: 'pi', nulls: 'last_payment_error next_action payment_method' },
  payment_method: { prefix: 'pm', name: 'PaymentMethod', nulls: 'customer' },
  portal_configuration: { prefix: 'bpc', object: 'billing_portal.configuration', name: 'configuration' },
  portal_session: { prefix: 'bps', object: 'billing_portal.session', nulls: 'flow return_url' },
  price: { prefix: 'price', nulls: 'lookup_key' },
  product: { prefix: 'prod' },
  promotion_code: {
    prefix: 'promo',
    name: 'promotion code',
    nulls: 'customer expires_at max_redemptions',
  },
  refund: { prefix: 're' },
  setup_intent: {
    prefix: 'seti',
    name: 'setupintent',
    nulls: 'customer last_setup_error next_action payment_method',
  },
  subscription: {
    prefix: 'sub',
    nulls:
      'cancellation_details default_payment_method ended_at latest_invoice pause_collection pending_update',
  },
  webhook_endpoint: { prefix: 'we', name: 'webhook endpoint', nulls: 'api_version' },
};

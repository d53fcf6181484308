/** One supplier's book: its orders, its float, and what was really delivered. */
import type { OrderState } from '../../data/outcomes.ts';
import type {
  FloatRecord,
  JournalRecord,
  OrderKind,
  OrderRecord,
  ResumedRecord,
  SupplierStore,
} from '../../environment/records.ts';
import { OPENING_FLOAT_KOBO } from '../../data/suppliers.ts';

export interface Order {
  readonly record: OrderRecord;
  state: OrderState;
  balanceBeforeKobo: number;
  balanceAfterKobo: number;
  deliveredAt: number | null;
  reversedAt: number | null;
  /** The one before with the same reference, or for the same number: chains, so that a search costs no scan. */
  readonly olderWithReference: Order | undefined;
  readonly olderForRecipient: Order | undefined;
}

export class Orders {
  readonly #store: SupplierStore;
  #nextId: number;
  #floatKobo = OPENING_FLOAT_KOBO;
  #byId = new Map<number, Order>();
  #newestByReference = new Map<string, Order>();
  #newestByRecipient = new Map<string, Order>();
  #byKind: Record<OrderKind, Order[]> = { data: [], airtime: [], electricity: [] };
  #deliveries: Order[] = [];

  constructor(store: SupplierStore, firstId: number) {
    this.#store = store;
    this.#nextId = firstId;
  }

  get floatKobo(): number {
    return this.#floatKobo;
  }

  /** In the order in which they happened; those taken back later included. */
  get deliveries(): readonly Order[] {
    return this.#deliveries;
  }

  /** The id of the next order, given once. */
  takeId(): number {
    return this.#nextId++;
  }

  find(id: number): Order | undefined {
    return this.#byId.get(id);
  }

  /** The newest one with this reference. */
  findByReference(reference: string): Order | undefined {
    return this.#newestByReference.get(reference);
  }

  /** Orders that time will still change. */
  pending(): Order[] {
    return Array.from(this.#byId.values()).filter(isPending);
  }

  /**
   * Newest first. `search` matches reference or number: whole ones by index, parts of them by a scan.
   */
  list(kind: OrderKind, filter: { reference?: string; search?: string }): Order[] {
    const { reference, search } = filter;
    if (reference !== undefined) return this.#withReference(kind, reference);
    if (search === undefined || search === '') return this.#byKind[kind].toReversed();
    const whole = [...this.#withReference(kind, search), ...this.#forRecipient(kind, search)];
    if (whole.length > 0) return whole;
    return this.#byKind[kind]
      .filter(({ record }) => record.reference.includes(search) || record.recipient.includes(search))
      .toReversed();
  }

  setFloat(floatKobo: number): FloatRecord {
    return { store: this.#store, type: 'float', floatKobo, at: Date.now() };
  }

  apply(record: JournalRecord): void {
    if (record.type === 'order') {
      this.#book(record);
    } else if (record.type === 'settled') {
      const order = this.#byId.get(record.id);
      if (order !== undefined) this.#settle(order, record.state, record.at);
    } else if (record.type === 'float') {
      this.#floatKobo = record.floatKobo;
    } else if (record.type === 'resumed') {
      this.#nextId = record.nextId;
    }
  }

  /** Forgets all; ids go on, so that an old id never names a new order. */
  forget(): ResumedRecord {
    this.#floatKobo = OPENING_FLOAT_KOBO;
    this.#byId = new Map();
    this.#newestByReference = new Map();
    this.#newestByRecipient = new Map();
    this.#byKind = { data: [], airtime: [], electricity: [] };
    this.#deliveries = [];
    return { store: this.#store, type: 'resumed', nextId: this.#nextId };
  }

  #book(record: OrderRecord): void {
    const order: Order = {
      record,
      state: 'processing',
      balanceBeforeKobo: this.#floatKobo,
      balanceAfterKobo: this.#floatKobo,
      deliveredAt: null,
      reversedAt: null,
      olderWithReference: this.#newestByReference.get(record.reference),
      olderForRecipient: this.#newestByRecipient.get(record.recipient),
    };
    this.#nextId = Math.max(this.#nextId, record.id + 1);
    this.#byId.set(record.id, order);
    this.#newestByReference.set(record.reference, order);
    this.#newestByRecipient.set(record.recipient, order);
    this.#byKind[record.kind].push(order);
    if (record.state === 'successful') this.#settle(order, 'successful', record.at);
  }

  #settle(order: Order, state: OrderState, at: number): void {
    order.state = state;
    if (state === 'successful') {
      order.deliveredAt = at;
      order.balanceBeforeKobo = this.#floatKobo;
      this.#floatKobo -= order.record.costKobo;
      order.balanceAfterKobo = this.#floatKobo;
      this.#deliveries.push(order);
    } else if (state === 'reversed') {
      order.reversedAt = at;
      this.#floatKobo += order.record.costKobo;
      order.balanceAfterKobo = order.balanceBeforeKobo;
    }
  }

  #withReference(kind: OrderKind, reference: string): Order[] {
    const found: Order[] = [];
    let order = this.#newestByReference.get(reference);
    for (; order !== undefined; order = order.olderWithReference)
      if (order.record.kind === kind) found.push(order);
    return found;
  }

  #forRecipient(kind: OrderKind, recipient: string): Order[] {
    const found: Order[] = [];
    let order = this.#newestByRecipient.get(recipient);
    for (; order !== undefined; order = order.olderForRecipient)
      if (order.record.kind === kind) found.push(order);
    return found;
  }
}

function isPending({ record, state, reversedAt }: Order): boolean {
  if (record.dueAt === null) return false;
  return state === 'processing' || (record.dueState === 'reversed' && reversedAt === null);
}

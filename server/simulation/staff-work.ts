/**
 * What staff do while everything burns: refunds, what suppliers gave back, debits by two of them, money in suspense, what waits for them,
 * and payments to suppliers, large ones by two of them. They are honest: they say what the sandbox did or will do. Each decision has a reason of its own, by which it
 * is found.
 */
import type { ReviewQueueEntry, FloatDrift } from '@jara/contract/calls/review-queue.ts';
import type { Choice } from './choose.ts';
import type { Operation, Sending } from './client.ts';
import type { Installation } from './installation.ts';
import type { StaffAct } from './passed-by.ts';
import { letCouponExpire, letScheduleEnd } from './passing-time.ts';
import { BANK, type Buyer, type Cast, type Person } from './people.ts';
import { REVERSED, UNDECIDED } from './quiet-phase.ts';

export interface StaffWorkParts {
  installation: Pick<Installation, 'owner' | 'control' | 'payByBank'>;
  cast: Cast;
  choice: Choice;
  send(sending: Sending): Promise<Operation>;
  /** Sets the reasons of this run apart. */
  seed: number;
}

const MOST_SALES = 200;
/** So many card payments lie between one and its chargeback. */
const LATER = 2;
/** Naira that is paid to a supplier at once: more than is on its way to it. Of the second, one of the staff alone may not say so. */
const payments = { small: 100_000_000, large: 2_000_000_000 };
/** As the sandbox names them. */
const suppliers = ['glad', 'alaro', 'vtpass'];

export class StaffWork {
  readonly #parts: StaffWorkParts;
  readonly #sales: string[] = [];
  /** References of card payments that are called back later. */
  readonly #payments: string[] = [];
  #decisions = 0;
  /** Naira, by the name of the supplier. */
  readonly paidIn = new Map<string, number>();

  constructor(parts: StaffWorkParts) {
    this.#parts = parts;
  }

  readonly acts: Readonly<Record<StaffAct, () => Promise<void>>> = {
    refund: () => this.#refund(),
    recover: () => this.#recover(),
    debit: () => this.#debit(),
    decideSuspense: () => this.#decideSuspense(),
    decideWaiting: () => this.#decideWaiting(),
    acceptFloat: () => this.#acceptFloat(),
    letFloatsBeRead: () => this.#letFloatsBeRead(),
    letCouponExpire: () => this.#letCouponExpire(),
  };

  /** One that may be refunded some time. */
  noteSale(id: string): void {
    if (this.#sales.length < MOST_SALES) this.#sales.push(id);
  }

  /** All that waits and that they can know something about. */
  async decideAll(): Promise<void> {
    for (const { _id } of await this.#waiting()) await this.#decide('decideWaiting', returned(_id));
  }

  #buyer = (): Buyer => this.#parts.choice.of(this.#parts.cast.buyers);
  #admin = (): Person => this.#parts.choice.of(this.#parts.cast.admins);

  /** By one of them, or by several at once. */
  async #decide(call: Sending['call'], input: Record<string, unknown>): Promise<Operation[]> {
    const { choice, cast } = this.#parts;
    return this.#decideAs(choice.maybe(0.4) ? cast.admins : [this.#admin()], call, input);
  }

  #decideAs(
    staff: readonly Person[],
    call: Sending['call'],
    input: Record<string, unknown>,
  ): Promise<Operation[]> {
    return Promise.all(
      staff.map((person) =>
        this.#parts.send({ call, person, input: { ...input, reason: this.#reason() }, key: null }),
      ),
    );
  }

  #reason(): string {
    this.#decisions += 1;
    return `${DECISION} ${this.#parts.seed}-${this.#decisions}`;
  }

  async #refund(): Promise<void> {
    const id = this.#sales.shift() ?? (await this.#buyAirtime('5555'));
    if (id !== undefined) await this.#decide('refund', { id });
  }

  /** What the supplier takes back a little later than staff refund it; its word of it and theirs meet. */
  async #recover(): Promise<void> {
    const id = await this.#buyAirtime(REVERSED);
    if (id === undefined) return;
    await this.#decide('refund', { id });
    await this.#decide('recoverRefund', { id });
  }

  /** Asked for and confirmed; of two requests for one debit both may be confirmed at once, and now and then whoever asked tries it alone. */
  async #debit(): Promise<void> {
    const wanted = this.#parts.choice.maybe(0.4) ? await this.#payment() : await this.#mistake();
    if (wanted !== undefined) await this.#confirm(await this.#decide('debit', wanted));
  }

  /** What waits for a second admin by now. */
  async #confirm(asked: readonly Operation[]): Promise<void> {
    const { choice, cast } = this.#parts;
    await Promise.all(
      asked.map(async ({ person, body: { staffRequest } }) => {
        const staff = choice.maybe(0.1) ? cast.admins : cast.admins.filter((admin) => admin !== person);
        if (staffRequest !== undefined)
          await this.#decideAs(staff, 'confirmStaffRequest', { id: staffRequest._id });
      }),
    );
  }

  /** Money that somebody got by mistake and may spend meanwhile. */
  async #mistake(): Promise<Record<string, unknown> | undefined> {
    const { choice, send } = this.#parts;
    const amount = choice.between(10, 500);
    const { body } = await send({ call: 'testTopUp', person: this.#buyer(), input: { amount } });
    if (body.receipt === undefined) return undefined;
    const part = choice.maybe(0.5) ? { amount: choice.between(1, amount) } : {};
    return { id: body.receipt._id, kind: 'clawback', ...part };
  }

  /** One that was made some time ago, so that it is credited, and that its bank calls back. */
  async #payment(): Promise<Record<string, unknown> | undefined> {
    const { choice, installation, send } = this.#parts;
    const input = { amount: choice.between(100, 5_000) };
    const { body } = await send({ call: 'initiateSquadFunding', person: this.#buyer(), input });
    if (body.reference !== undefined) {
      await installation.control('pay', { reference: body.reference });
      this.#payments.push(body.reference);
    }
    const id = this.#payments.length > LATER ? this.#payments.shift() : undefined;
    return id === undefined ? undefined : { id, kind: 'chargeback' };
  }

  async #buyAirtime(ending: string): Promise<string | undefined> {
    const { choice, send } = this.#parts;
    const mobile_number = `0803${choice.between(100, 999)}${ending}`;
    const input = { network: 1, mobile_number, amount: choice.between(100, 400) };
    const { body } = await send({ call: 'buyAirtime', person: this.#buyer(), input });
    return body.receipt?._id;
  }

  async #decideSuspense(): Promise<void> {
    const { choice } = this.#parts;
    const { suspense = [] } = (await this.#list('listSuspense')) as { suspense?: { _id: string }[] }; // of this call
    if (suspense.length === 0) return this.#payToNobody();
    const decision = choice.maybe(0.7)
      ? { outcome: 'credit', userName: this.#buyer().userName }
      : { outcome: 'return' };
    await this.#decide('decideSuspense', { id: choice.of(suspense)._id, ...decision });
  }

  async #payToNobody(): Promise<void> {
    const { choice, installation } = this.#parts;
    const accountNumber = `99${choice.between(10_000_000, 99_999_999)}`;
    await installation.payByBank({ accountNumber, amount: choice.between(100, 9_000), hooks: 'once' });
  }

  async #decideWaiting(): Promise<void> {
    const { choice } = this.#parts;
    const waiting = await this.#waiting();
    if (waiting.length === 0) return this.#letSomethingWait();
    await this.#decide('decideWaiting', returned(choice.of(waiting)._id));
  }

  /** Only of these do staff know what became of them: nothing, or it was taken back. */
  async #waiting(): Promise<ReviewQueueEntry[]> {
    const { waiting = [] } = (await this.#list('listWaiting')) as { waiting?: ReviewQueueEntry[] }; // of this call
    return waiting.filter(
      ({ recipient }) => recipient?.endsWith(UNDECIDED) === true || recipient?.endsWith(REVERSED) === true,
    );
  }

  async #letSomethingWait(): Promise<void> {
    const { choice, installation, send } = this.#parts;
    const kind = choice.between(1, 3);
    if (kind === 1) {
      const meterNumber = `45${choice.between(10_000, 99_999)}${REVERSED}`;
      const input = { meterId: 18, meterNumber, meterType: 'prepaid', amount: 500 };
      await send({ call: 'buyElectricity', person: this.#buyer(), input });
    } else if (kind === 2) {
      await this.#buyAirtime(UNDECIDED);
    } else {
      const person = this.#buyer();
      const input = { bankName: BANK, accountNumber: person.undecidedAccount, amount: 300 };
      await send({ call: 'withdraw', person, input });
    }
    await letScheduleEnd(installation.owner);
  }

  /** What a supplier was paid shows as a difference at its next statement. Between asking and confirming it may be read anew, and be another one. */
  async #acceptFloat(): Promise<void> {
    const { choice, installation } = this.#parts;
    const { floats = [] } = (await this.#list('listWaiting')) as { floats?: FloatDrift[] }; // of this call
    if (floats.length > 0) {
      const { supplierName, drift } = choice.of(floats);
      await this.#confirm(await this.#decide('acceptFloat', { supplierName, amount: drift }));
      return;
    }
    const name = choice.of(suppliers);
    const payment = choice.maybe(0.5) ? payments.small : payments.large;
    this.paidIn.set(name, (this.paidIn.get(name) ?? 0) + payment);
    await installation.control(`faces/${name}`, { paidIn: payment });
    await this.#letFloatsBeRead();
  }

  /** Suppliers are asked for a statement every few minutes: as if those had passed. */
  async #letFloatsBeRead(): Promise<void> {
    await this.#parts.installation.owner.run(
      `update supplier_floats set asked_at = asked_at - interval '10 minutes'`,
    );
  }

  /** The job returns its money, unless its owner is faster. */
  async #letCouponExpire(): Promise<void> {
    const { choice, installation, send } = this.#parts;
    const open = await installation.owner.find<{ id: bigint }>(
      `select min(id) as id from coupons where redeemed_at is null and voided_at is null and created_at < now() and expires_at is null
       having min(id) is not null`,
    );
    if (open !== undefined) return letCouponExpire(installation.owner, open.id);
    const input = { userAccount: this.#buyer().userName, amount: choice.between(1, 300) };
    await send({ call: 'generateCoupon', person: this.#admin(), input });
  }

  async #list(call: Sending['call']): Promise<object> {
    const { body } = await this.#parts.send({ call, person: this.#admin(), key: null, isImpatient: true });
    return body;
  }
}

/** Begins the reasons of decisions that are looked for in the staff record. */
export const DECISION = 'Decided under fire as';

const returned = (id: string) => ({ id, outcome: 'returned' });

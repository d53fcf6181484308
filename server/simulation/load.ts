/** What people do, all at once and for as long as they are let: every way in which money moves, most of it purchases. */
import { meterCompanies } from '@jara/contract/constants.ts';
import type { Choice } from './choose.ts';
import type { Client, Operation, Sending } from './client.ts';
import type { Counts } from './counts.ts';
import type { Installation } from './installation.ts';
import { BANK, type Buyer, type Cast, type Person } from './people.ts';

interface Parts {
  installation: Installation;
  client: Client;
  cast: Cast;
  choice: Choice;
  counts: Counts;
  /** Sets the keys of this run apart. */
  seed: number;
}

/** By the last four digits of what is bought for: what the supplier does (sandbox/README.md). */
const troubles = ['0001', '0002', '0003', '0004', '0006', '0007', '0008', '0010', '0011', '0011', '0011'];
const meterTroubles = ['0001', '0002', '0004', '0006', '0012'];
const TROUBLED = 0.22;
/** Never answers; processing for ever: rare, since each is open for long. */
const RARE = 0.004;

/** Of numbers that begin with 080: what comes next. */
const PREFIXES = ['2', '3', '5', '6', '7', '8', '9'];

const plansOf = { 1: [1, 2, 5, 6], 2: [15, 16, 17], 3: [22, 23, 24], 6: [29, 30, 31] } as const;

export class Load {
  readonly #parts: Parts;
  #number = 0;
  readonly #coupons: { code: string; owner: Buyer }[] = [];
  readonly #sales: string[] = [];
  /** Who upgraded, and who had sent them. */
  readonly upgraded = new Map<Person, Buyer>();

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  readonly #acts = [
    { weight: 78, run: () => this.#buy() },
    { weight: 3, run: () => this.#withdraw() },
    { weight: 3, run: () => this.#transfer() },
    { weight: 1, run: () => this.#issue() },
    { weight: 3, run: () => this.#payByCard() },
    { weight: 3, run: () => this.#payByBank() },
    { weight: 1.5, run: () => this.#makeCoupon() },
    { weight: 1.5, run: () => this.#redeem() },
    { weight: 1.5, run: () => this.#refund() },
    { weight: 0.7, run: () => this.#upgrade() },
    { weight: 0.8, run: () => this.#takeEarnings() },
    { weight: 1, run: () => this.#decideSuspense() },
    { weight: 0.7, run: () => this.#topUp() },
    { weight: 0.5, run: () => this.#openAccount() },
  ];

  /** One thing that somebody does, to its end. Never throws for what the installation answers. */
  act(): Promise<void> {
    return this.#parts.choice.weighed(this.#acts).run();
  }

  #send(sending: Sending): Promise<Operation> {
    const { client, choice, seed } = this.#parts;
    this.#number += 1;
    return client.send({ key: `fire-${seed}-${this.#number}`, isImpatient: choice.maybe(0.1), ...sending });
  }

  #buyer = (): Buyer => this.#parts.choice.of(this.#parts.cast.buyers);
  #admin = (): Person => this.#parts.choice.of(this.#parts.cast.admins);

  async #buy(): Promise<void> {
    const { choice, counts } = this.#parts;
    const person = this.#buyer();
    const kind = choice.between(1, 10);
    const goods = kind <= 5 ? this.#airtime() : kind <= 9 ? this.#data() : this.#electricity();
    counts.add('purchases asked for');
    const { word, body } = await this.#send({ person, ...goods });
    if (word === 'yes' && body.receipt !== undefined && choice.maybe(0.02))
      this.#sales.push(body.receipt._id);
    if (body.code === 'insufficient_balance')
      await this.#send({ call: 'testTopUp', person, input: { amount: 200_000 } });
  }

  #phone(): string {
    const { choice } = this.#parts;
    const rare = choice.maybe(RARE) ? choice.of(['0005', '0009']) : undefined;
    const ending = rare ?? (choice.maybe(TROUBLED) ? choice.of(troubles) : '5555');
    return `080${choice.of(PREFIXES)}${String(this.#number % 1_000).padStart(3, '0')}${ending}`;
  }

  #airtime(): Pick<Sending, 'call' | 'input'> {
    const { choice } = this.#parts;
    const input = {
      network: choice.of([1, 2, 3, 4]),
      mobile_number: this.#phone(),
      amount: choice.between(100, 400),
    };
    return { call: 'buyAirtime', input };
  }

  #data(): Pick<Sending, 'call' | 'input'> {
    const { choice } = this.#parts;
    const network = choice.of([1, 2, 3, 6] as const);
    const input = { network, plan: choice.of(plansOf[network]), mobile_number: this.#phone() };
    return { call: 'buyData', input };
  }

  /** Nothing that is taken back: after a token was seen that waits for staff. */
  #electricity(): Pick<Sending, 'call' | 'input'> {
    const { choice } = this.#parts;
    const ending = choice.maybe(TROUBLED) ? choice.of(meterTroubles) : '5555';
    const input = {
      meterId: choice.of(meterCompanies).id,
      meterNumber: `45${String(this.#number % 100_000).padStart(5, '0')}${ending}`,
      meterType: choice.of(['prepaid', 'postpaid']),
      amount: choice.between(5, 9) * 100,
    };
    return { call: 'buyElectricity', input };
  }

  async #withdraw(): Promise<void> {
    const { choice } = this.#parts;
    const person = this.#buyer();
    const accountNumber = choice.of(person.bankAccounts);
    const input = { bankName: BANK, accountNumber, amount: choice.between(100, 2_000) };
    await this.#send({ call: 'withdraw', person, input });
  }

  async #transfer(): Promise<void> {
    const [person, other] = [this.#buyer(), this.#buyer()];
    if (person === other) return;
    const input = { userName: other.userName, amount: this.#parts.choice.between(1, 500) };
    await this.#send({ call: 'transferFund', person, input });
  }

  async #issue(): Promise<void> {
    const amount = this.#parts.choice.between(1, 900);
    const input = { userName: this.#buyer().userName, amount, reason: 'A gift' };
    await this.#send({ call: 'transferFund', person: this.#admin(), input });
  }

  async #payByCard(): Promise<void> {
    const { choice, installation } = this.#parts;
    const input = { amount: choice.between(100, 5_000) };
    const { body } = await this.#send({ call: 'initiateSquadFunding', person: this.#buyer(), input });
    if (body.reference !== undefined && choice.maybe(0.85))
      await installation.control('pay', { reference: body.reference });
  }

  async #payByBank(): Promise<void> {
    const { choice, installation } = this.#parts;
    const own = this.#buyer().accountNumber;
    const unknown = `99${choice.between(10_000_000, 99_999_999)}`;
    const accountNumber = own === null || choice.maybe(0.15) ? unknown : own;
    const amount = choice.between(10_000, 900_000) / 100;
    const hooks = choice.of(['once', 'once', 'twice', 'late'] as const);
    await installation.payByBank({ accountNumber, amount, hooks });
  }

  async #makeCoupon(): Promise<void> {
    const { choice, cast } = this.#parts;
    const owner = this.#buyer();
    const person = choice.maybe(0.5) ? cast.vendor : this.#admin();
    const input = { userAccount: owner.userName, amount: choice.between(1, 300) };
    const { body } = await this.#send({ call: 'generateCoupon', person, input });
    if (body.couponCode !== undefined) this.#coupons.push({ code: body.couponCode, owner });
    if (body.code === 'insufficient_balance')
      await this.#send({ call: 'testTopUp', person: cast.vendor, input: { amount: 500_000 } });
  }

  async #redeem(): Promise<void> {
    const coupon = this.#coupons.shift();
    if (coupon === undefined) return this.#makeCoupon();
    const times = this.#parts.choice.maybe(0.3) ? 2 : 1;
    const { owner: person, code } = coupon;
    const redeeming = Array.from({ length: times }, () =>
      this.#send({ call: 'redeemCoupon', person, input: { coupon: code } }),
    );
    await Promise.all(redeeming);
  }

  async #refund(): Promise<void> {
    const { choice, cast } = this.#parts;
    const id = this.#sales.shift();
    if (id === undefined) return this.#buy();
    const input = { id, reason: 'It never arrived' };
    const staff = choice.maybe(0.4) ? cast.admins : [this.#admin()];
    await Promise.all(staff.map((person) => this.#send({ call: 'refund', person, input, key: null })));
  }

  /** The session ends with it: whoever asks again hears that. */
  async #upgrade(): Promise<void> {
    const referrer = this.#buyer();
    const make = this.#parts.cast.people.make({ openingNaira: 1_500, referredBy: referrer.userName });
    const person = await make.catch(() => undefined);
    if (person === undefined) return;
    this.upgraded.set(person, referrer);
    const input = { id: String(person.userId), userType: 'reseller' };
    await this.#send({ call: 'upgradeToReseller', person, input });
  }

  async #takeEarnings(): Promise<void> {
    await this.#send({ call: 'withdrawEarning', person: this.#buyer() });
  }

  async #decideSuspense(): Promise<void> {
    const { choice, client } = this.#parts;
    const { body } = await client.send({ call: 'listSuspense', person: this.#admin(), isImpatient: true });
    const { suspense = [] } = body as { suspense?: { _id: string }[] }; // of this call
    if (suspense.length === 0) return this.#payByBank();
    const decision = choice.maybe(0.7)
      ? { outcome: 'credit', userName: this.#buyer().userName }
      : { outcome: 'return' };
    const input = { id: choice.of(suspense)._id, reason: 'The bank wrote', ...decision };
    await this.#send({ call: 'decideSuspense', person: this.#admin(), input, key: null });
  }

  async #topUp(): Promise<void> {
    const input = { amount: this.#parts.choice.between(1, 100) };
    await this.#send({ call: 'testTopUp', person: this.#buyer(), input });
  }

  async #openAccount(): Promise<void> {
    const person = this.#buyer();
    const input = { bankName: 'palmpay' };
    const { body } = await this.#send({ call: 'generateAccount', person, input, key: null });
    const { accountNumbers } = body as { accountNumbers?: { accountNumber: string }[] }; // of this call
    person.accountNumber ??= accountNumbers?.[0]?.accountNumber ?? null;
  }
}

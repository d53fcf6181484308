/**
 * What people do, all at once and for as long as they are let: every way in which money moves, most of it purchases. Where a server is to
 * end at a crash point of something rare, more of that is done.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { meterCompanies } from '@jara/contract/constants.ts';
import { CatalogueWork, plansOf } from './catalogue-work.ts';
import type { Choice } from './choose.ts';
import type { Client, Operation, Sending } from './client.ts';
import type { Counts } from './counts.ts';
import type { CrashPoint } from '../src/ledger/crash-points.ts';
import type { Installation } from './installation.ts';
import { actFor, type Act, type StaffAct } from './passed-by.ts';
import { BANK, bvnOf, detailsOf, type Buyer, type Cast, type Person } from './people.ts';
import { UNDECIDED } from './quiet-phase.ts';
import { StaffWork } from './staff-work.ts';

interface Parts {
  installation: Pick<Installation, 'owner' | 'control' | 'payByBank'>;
  client: Client;
  cast: Cast;
  choice: Choice;
  counts: Counts;
  /** Sets the keys of this run apart. */
  seed: number;
  /** The points that servers are armed with now, and that none has ended at. */
  sought(): readonly CrashPoint[];
}

/** The share of what is done for the sake of a crash point, while one is sought. */
const ON_PURPOSE = 0.25;
/** Why coupons are voided. */
const VOIDED = 'The code got lost,';

/** By the last four digits of what is bought for: what the supplier does (sandbox/README.md). */
const troubles = ['0001', '0002', '0003', '0004', '0006', '0007', '0008', '0010', '0011', '0011', '0011'];
const meterTroubles = ['0001', '0002', '0004', '0006', '0012'];
const TROUBLED = 0.22;
/** Never answers; processing for ever: rare, since each is open for long. */
const RARE = 0.004;
/** A buyer's sales that staff may refund. */
const NOTED = 0.04;
/** How long the gateway is away for a payment that has to be opened again. */
const AWAY_MS = 700;

/** Of numbers that begin with 080: what comes next. */
const PREFIXES = ['2', '3', '5', '6', '7', '8', '9'];

export class Load {
  readonly #parts: Parts;
  #number = 0;
  /** People with an account that nobody pays into. */
  #verified = 0;
  readonly #coupons: { code: string; owner: Buyer }[] = [];
  /** Who has earned something, once for each time. */
  readonly #earners: Buyer[] = [];
  readonly staff: StaffWork;
  readonly #catalogue: CatalogueWork;
  /** The last sale that a buyer has a receipt of. */
  #sale: { buyer: Buyer; id: string } | undefined;
  /** Who upgraded, and who had sent them. */
  readonly upgraded = new Map<Person, Buyer>();

  constructor(parts: Parts) {
    this.#parts = parts;
    const send = (sending: Sending): Promise<Operation> => this.#send(sending);
    this.staff = new StaffWork({ ...parts, send });
    this.#catalogue = new CatalogueWork({ ...parts, send });
  }

  readonly #weights: readonly { act: Act; weight: number }[] = [
    { act: 'buy', weight: 78 },
    { act: 'withdraw', weight: 3 },
    { act: 'transfer', weight: 3 },
    { act: 'issue', weight: 1 },
    { act: 'payByCard', weight: 3 },
    { act: 'payByCardAgain', weight: 0.2 },
    { act: 'payByBank', weight: 3 },
    { act: 'makeCoupon', weight: 1.5 },
    { act: 'redeem', weight: 1.5 },
    { act: 'voidCoupon', weight: 0.7 },
    { act: 'letCouponExpire', weight: 0.3 },
    { act: 'refund', weight: 1.5 },
    { act: 'recover', weight: 0.5 },
    { act: 'debit', weight: 0.5 },
    { act: 'upgrade', weight: 0.7 },
    { act: 'takeEarnings', weight: 0.8 },
    { act: 'decideSuspense', weight: 1 },
    { act: 'decideWaiting', weight: 1 },
    { act: 'acceptFloat', weight: 0.5 },
    { act: 'letFloatsBeRead', weight: 0.5 },
    { act: 'topUp', weight: 0.7 },
    { act: 'openAccount', weight: 0.5 },
    { act: 'changePrice', weight: 0.5 },
    { act: 'pry', weight: 0.5 },
  ];

  readonly #acts: Readonly<Record<Exclude<Act, StaffAct>, () => Promise<unknown>>> = {
    buy: () => this.#buy(),
    withdraw: () => this.#withdraw(),
    transfer: () => this.#transfer(),
    issue: () => this.#issue(),
    payByCard: () => this.#payByCard(),
    payByCardAgain: () => this.#payByCardAgain(),
    payByBank: () => this.#payByBank(),
    makeCoupon: () => this.#makeCoupon(),
    redeem: () => this.#redeem(),
    voidCoupon: () => this.#voidCoupon(),
    upgrade: () => this.#upgrade(),
    takeEarnings: () => this.#takeEarnings(),
    topUp: () => this.#topUp(),
    openAccount: () => this.#openAccount(),
    changePrice: () => this.#catalogue.change(),
    pry: () => this.#pry(),
  };

  /** One thing that somebody does, to its end. Never throws for what the installation answers. */
  async act(): Promise<void> {
    const { choice, sought } = this.#parts;
    const points = sought();
    const isOnPurpose = points.length > 0 && choice.maybe(ON_PURPOSE);
    await (isOnPurpose ? this.pass(choice.of(points)) : this.#do(choice.weighed(this.#weights).act));
  }

  /** What is rare, once for certain while nothing is broken. */
  async actRarely(): Promise<void> {
    for (const act of ['buy', 'changePrice', 'pry'] as const) await this.#do(act);
  }

  /** What leads a server through this point, if not this time then one of the next. */
  pass(point: CrashPoint): Promise<void> {
    return this.#do(actFor(point));
  }

  /** The database, which some acts speak with, may be away. */
  async #do(act: Act): Promise<void> {
    const acts = { ...this.#acts, ...this.staff.acts };
    await acts[act]().catch(() => this.#parts.counts.add('acts given up'));
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
    const goods = kind <= 5 ? this.#airtime() : kind <= 9 ? await this.#data() : this.#electricity();
    counts.add('purchases asked for');
    const { word, body } = await this.#send({ person, ...goods });
    if (word === 'yes' && body.receipt !== undefined) {
      this.#sale = { buyer: person, id: body.receipt._id };
      if (choice.maybe(NOTED)) this.staff.noteSale(body.receipt._id);
    }
    if (body.code === 'price_changed') this.#catalogue.forget(Number(goods.input?.['plan']));
    if (body.code === 'insufficient_balance')
      await this.#send({ call: 'testTopUp', person, input: { amount: 200_000 } });
  }

  #phone(): string {
    const { choice } = this.#parts;
    const rare = choice.maybe(RARE) ? choice.of(['0005', UNDECIDED]) : undefined;
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

  async #data(): Promise<Pick<Sending, 'call' | 'input'>> {
    const { choice } = this.#parts;
    const network = choice.of([1, 2, 3, 6] as const);
    const plan = choice.of(plansOf[network]);
    const seen = await this.#catalogue.seenPrice(network, plan);
    return { call: 'buyData', input: { network, plan, mobile_number: this.#phone(), ...seen } };
  }

  /** Nobody is shown what is somebody else's. */
  async #pry(): Promise<void> {
    const { counts } = this.#parts;
    if (this.#sale === undefined) return this.#buy();
    const { id, buyer } = this.#sale;
    const person = this.#parts.choice.of(this.#parts.cast.buyers.filter((other) => other !== buyer));
    const { word, status } = await this.#send({ call: 'getTransaction', person, input: { id }, key: null });
    if (word === 'yes') counts.add(`violation a receipt of somebody else was answered ${status}`);
    // Any other answer says nothing about it: the server was away, or the session over.
    if (status === 404) counts.add('pried');
  }

  /** What is taken back after a token was seen waits for staff: that is theirs to sell (`StaffWork`). */
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
    const accountNumber = choice.maybe(RARE) ? person.undecidedAccount : choice.of(person.bankAccounts);
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

  /** The gateway is away when it is asked, so that the key goes on to another payment. */
  async #payByCardAgain(): Promise<void> {
    const { choice, installation } = this.#parts;
    await installation.control('faces/squad', { down: true });
    const input = { amount: choice.between(100, 5_000) };
    const paying = this.#send({
      call: 'initiateSquadFunding',
      person: this.#buyer(),
      input,
      isImpatient: false,
    });
    await delay(AWAY_MS);
    await installation.control('faces/squad', { down: false });
    await paying;
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

  /** While its owner redeems it: one of the two is done. */
  async #voidCoupon(): Promise<void> {
    const admin = this.#admin();
    const { body } = await this.#send({ call: 'listCoupons', person: admin, input: {}, key: null });
    const open = body.coupons?.find(({ state }) => state === 'open');
    if (open === undefined) return this.#makeCoupon();
    const reason = `${VOIDED} ${this.#number}`;
    const voiding = this.#send({
      call: 'voidCoupon',
      person: admin,
      input: { id: open._id, reason },
      key: null,
    });
    await Promise.all([voiding, this.#parts.choice.maybe(0.5) ? this.#redeem() : undefined]);
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
    this.#earners.push(referrer);
  }

  async #takeEarnings(): Promise<void> {
    if (this.#earners.length === 0) await this.#upgrade();
    await this.#send({ call: 'withdrawEarning', person: this.#earners.shift() ?? this.#buyer() });
  }

  async #topUp(): Promise<void> {
    const input = { amount: this.#parts.choice.between(1, 100) };
    await this.#send({ call: 'testTopUp', person: this.#buyer(), input });
  }

  /** A buyer, or somebody new once all of them have one. */
  async #openAccount(): Promise<void> {
    const { choice, cast } = this.#parts;
    const without = cast.buyers.filter(({ accountNumber }) => accountNumber === null);
    if (without.length === 0) return this.#openNewAccount();
    const person = choice.of(without);
    const { body } = await this.#send({
      call: 'generateAccount',
      person,
      input: { bankName: 'palmpay' },
      key: null,
    });
    const { accountNumbers } = body as { accountNumbers?: { accountNumber: string }[] }; // of this call
    person.accountNumber ??= accountNumbers?.[0]?.accountNumber ?? null;
  }

  async #openNewAccount(): Promise<void> {
    const person = await this.#parts.cast.people.make();
    this.#verified += 1;
    const bvn = bvnOf(this.#parts.cast.buyers.length + this.#verified);
    await this.#send({ call: 'updateKyc', person, input: { bvn }, key: null });
    await this.#send({ call: 'confirmIdentity', person, input: detailsOf(bvn), key: null });
    await this.#send({ call: 'generateAccount', person, input: { bankName: 'palmpay' }, key: null });
  }
}

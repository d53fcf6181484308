/** What belongs into a field, by its name: people and numbers of this shop, and ids that its answers told. */
import { meterCompanies } from '@jara/contract/constants.ts';
import { newPushDevice } from '../../test/push-device.ts';
import type { Choice } from '../choose.ts';
import type { Hints } from './from-schema.ts';
import type { Person } from './people.ts';

/** Where users have webhooks sent: nobody listens there. No user may name a port of the program or of its sandbox. */
export const RECEIVER = 'http://127.0.0.1:9';

/** What answers told, the newest last. */
export class Memory {
  readonly #lists = new Map<string, string[]>();

  add(kind: string, value: string): void {
    const list = this.#lists.get(kind) ?? [];
    if (list.at(-1) === value) return;
    list.push(value);
    if (list.length > 200) list.shift();
    this.#lists.set(kind, list);
  }

  pick(chance: Choice, kind: string): string | undefined {
    const list = this.#lists.get(kind);
    return list === undefined ? undefined : chance.of(list);
  }

  /** Every text in the answer under a name by which something can be asked for again. */
  read(value: unknown, place: string): void {
    if (typeof value !== 'object' || value === null) return;
    for (const [name, member] of Object.entries(value)) {
      if (typeof member === 'string' && member !== '' && kinds.has(name)) {
        this.add(kinds.get(name) ?? name, member);
        if (name === '_id') this.add(place, member);
      } else this.read(member, place);
    }
  }
}

const kinds = new Map([
  ['_id', 'id'],
  ['reference', 'reference'],
  ['slip', 'slip'],
  ['couponCode', 'coupon'],
  ['accountNumber', 'account'],
  ['clientReference', 'clientReference'],
  ['apiResponseId', 'supplierId'],
]);

/** The last four digits choose what the sandbox does. */
const endings = [
  '5555',
  '5555',
  '5555',
  '1234',
  '0001',
  '0002',
  '0003',
  '0004',
  '0007',
  '0009',
  '0011',
  '9999',
];
const digits = (chance: Choice, count: number): string =>
  Array.from({ length: count }, () => chance.below(10)).join('');

const days = ['2026-11-01', '2026-11-22', '2026-12-31', '2020-02-29', 'yesterday'];
const amounts = [100, 100, 250, '500', '99.50', 1_000, 50, 5_000, 0.5, 20_000, 1_000_001];

export interface Knowing {
  chance: Choice;
  memory: Memory;
  caller: Person;
  people: readonly Person[];
  sandboxUrl: string;
  /** Where the call's things are: ids that answers of the same told come from there. */
  place: string;
}

type Makers = Record<string, () => unknown>;

/** The things of a call are those of the calls at the same address, and of one caller. */
export const placeOf = (path: string, caller: Person | null): string =>
  `${path.replace(/\/:.*|\/(?:add|update|delete)$/, '')} ${caller?.userName ?? ''}`;

export function hintsFor(knowing: Knowing): Hints {
  const makers: Makers = {
    ...ofPeople(knowing),
    ...ofGoods(knowing),
    ...ofThings(knowing),
    ...ofStaff(knowing),
    ...ofLists(knowing),
  };
  return (field) => (Object.hasOwn(makers, field) ? makers[field]?.() : undefined);
}

const phoneBy = (chance: Choice) => () =>
  `0${chance.of(['803', '805', '701', '809'])}${digits(chance, 3)}${chance.of(endings)}`;

function ofPeople({ chance, caller, people }: Knowing): Makers {
  const name = () => chance.of(people).userName;
  const password = () => caller.password;
  const pin = () => '2580';
  return {
    userName: () => (chance.once(5) ? `new_${digits(chance, 8)}` : name()),
    userAccount: name,
    actor: name,
    referredBy: name,
    email: () => (chance.once(2) ? caller.email : `new_${digits(chance, 8)}@people.example`),
    phoneNumber: phoneBy(chance),
    password,
    passwordCheck: password,
    oldPassword: password,
    newPassword: password,
    newPasswordCheck: password,
    pin,
    pinCheck: pin,
    code: () => digits(chance, 6),
    userId: () => String((chance.once(2) ? caller : chance.of(people)).userId),
    userType: () => chance.of(['reseller', 'reseller', 'api user', 'partner', 'smart earner']),
    bvn: () => `8${digits(chance, 6)}${chance.of(endings)}`,
    nin: () => `7${digits(chance, 6)}${chance.of(endings)}`,
  };
}

function ofGoods({ chance }: Knowing): Makers {
  const phone = phoneBy(chance);
  return {
    mobile_number: phone,
    phone,
    contactNumber: phone,
    contactName: () => chance.of(['Mama', 'Uncle Bayo', 'é']),
    contactNetwork: () => chance.of(['MTN', 'GLO']),
    amount: () => chance.of(amounts),
    expectedAmount: () => chance.of([99, 98, 620, 490]),
    network: () => chance.of([1, 2, 3, 4, 6, '1', 'MTN', 'GLO', 'AIRTEL', '9MOBILE']),
    plan: () => 1 + chance.below(30),
    meterId: () => chance.of(meterCompanies).id,
    meterNumber: () => `41${digits(chance, 5)}${chance.of(endings)}`,
    meterType: () => chance.of(['prepaid', 'postpaid']),
    force: () => chance.once(2),
  };
}

function ofThings({ chance, memory, place, sandboxUrl, caller }: Knowing): Makers {
  const id = () =>
    (chance.once(3) ? undefined : memory.pick(chance, place)) ??
    memory.pick(chance, chance.once(4) ? 'reference' : 'id') ??
    String(chance.below(50));
  const randomName = () => (chance.once(3) ? `order-${chance.below(40)}` : `order-${digits(chance, 9)}`);
  const device = newPushDevice(`${sandboxUrl}/push/device-${chance.below(20)}`).subscription;
  return {
    // One's own id, of the call that changes the user.
    id: () => (place.includes('/auth/user') && !chance.once(4) ? String(caller.userId) : id()),
    _id: id,
    dataId: id,
    planId: () => chance.of([id(), `${90_000 + chance.below(9_000)}`]),
    transactionId: id,
    bankName: () => chance.of(['GTBank', 'Zenith Bank', 'palmpay', 'palmpay']),
    bankCode: () => '000013',
    accountNumber: () => memory.pick(chance, 'account') ?? `${digits(chance, 6)}${chance.of(endings)}`,
    coupon: () => memory.pick(chance, 'coupon'),
    slip: () => memory.pick(chance, 'slip'),
    request_id: randomName,
    clientReference: () => memory.pick(chance, 'clientReference') ?? randomName(),
    webhookUrl: () => RECEIVER,
    // Messages to it reach the sandbox only.
    endpoint: () => device.endpoint,
    p256dh: () => device.p256dh,
    auth: () => device.auth,
  };
}

function ofStaff({ chance }: Knowing): Makers {
  const price = () => chance.of([300, 310, 450.5, '299.99', 1]);
  return {
    planNetwork: () => chance.of(['MTN', 'GLO']),
    planType: () => chance.of(['SME', 'CG', 'GIFTING']),
    planName: () => '1GB',
    planVolumeRatio: () => chance.of([1, 2, '0.5']),
    planValidity: () => '30 days',
    planAvailability: () => true,
    confirm: () => true,
    price,
    costPrice: price,
    smartEarnerPrice: price,
    resellerPrice: price,
    apiPrice: price,
    partnerPrice: price,
    planCostPrice: () => 250,
    serviceName: () => chance.of(['MTN', 'GLO', 'transfer', 'Ikeja']),
    serviceType: () => chance.of(['data', 'airtime', 'electricity', 'wallet']),
    supplierName: () => chance.of(['GLAD', 'ALARO', 'VTPASS']),
    fallbacks: () => ['ALARO'],
    productName: () => chance.of(['MTN-SME', 'MTN', 'GLO-CG']),
    outcome: () => chance.of(['delivered', 'returned', 'credit', 'credited']),
    reason: () => 'The customer asked for it',
    // In mails, which reach the sandbox only; nothing is fetched from there.
    url: () => 'https://shop.example',
    subject: () => 'News',
    message: () => 'Prices are lower.',
    linkMessage: () => 'Look',
  };
}

function ofLists({ chance }: Knowing): Makers {
  return {
    from: () => chance.of(days),
    to: () => chance.of(days),
    page: () => 1 + chance.below(3),
    format: () => chance.of(['csv', 'json']),
    status: () => chance.of(['success', 'pending', 'processing', 'failed']),
    type: () => chance.of(['data', 'airtime', 'wallet', 'transfer', 'withdraw']),
  };
}

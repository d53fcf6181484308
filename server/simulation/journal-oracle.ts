/** Holds what gateways and banks say they took and paid against the books, one by one; of suppliers, `journalBreaks` does. */
import type { DeliveryView, JournalView, PaymentView, PayoutView } from '../../sandbox/src/control/views.ts';
import type { Db, Pool } from '../src/platform/db.ts';
import { journalBreaks } from '../test/journal.ts';

export interface JournalFindings {
  /** Where journal and books differ, whatever it is. */
  differences: string[];
  /** Among them: what was sent, or credited, twice. */
  doubles: number;
  /** Among them: what came back, and the books do not know it. */
  unknownReturns: number;
}

export async function compareJournal(owner: Pool, journal: JournalView): Promise<JournalFindings> {
  const differences = [
    ...(await journalBreaks(owner, journal.deliveries)),
    ...doubleDeliveries(journal),
    ...(await payoutBreaks(owner, journal.payouts)),
    ...(await cardBreaks(owner, journal.payments)),
    ...(await bankTransferBreaks(owner, journal.payments)),
  ];
  return {
    differences,
    doubles: differences.filter((text) => /twice/.test(text)).length,
    unknownReturns: differences.filter((text) => /taken back, but is (delivered|unknown|sent)/.test(text))
      .length,
  };
}

/** One purchase, several attempts: at most one of them delivered for good. */
function doubleDeliveries({ deliveries }: JournalView): string[] {
  const attemptsOf = new Map<string, string[]>();
  for (const delivery of deliveries) {
    const purchase = purchaseReference(delivery);
    if (delivery.reversedAt === undefined)
      attemptsOf.set(purchase, [...(attemptsOf.get(purchase) ?? []), delivery.supplier]);
  }
  return [...attemptsOf]
    .filter(([, suppliers]) => new Set(suppliers).size > 1)
    .map(([purchase, suppliers]) => `${purchase} was delivered twice: by ${suppliers.join(' and ')}`);
}

/** Gives each of them by its name, and a line for each that is there twice. */
function byName<Item>(items: readonly Item[], nameOf: (item: Item) => string, what: string) {
  const found = new Map<string, Item>();
  const breaks: string[] = [];
  for (const item of items) {
    const name = nameOf(item);
    if (found.has(name)) breaks.push(`${what} ${name} is there twice`);
    found.set(name, item);
  }
  return { found, breaks };
}

const endsOf = {
  final: new Set(['delivered', 'delivered_late']),
  reversed: new Set(['reversed', 'reversed_late', 'refused']),
};

async function payoutBreaks(db: Db, payouts: readonly PayoutView[]): Promise<string[]> {
  const rows = await db.rows<{ reference: string; state: string; payoutKobo: bigint; accountNumber: string }>(
    `select reference, state, amount_kobo - fee_kobo as "payoutKobo", account_number as "accountNumber" from withdrawals`,
  );
  const withdrawals = new Map(rows.map((row) => [row.reference, row]));
  const { found: paid, breaks } = byName(payouts, payoutReference, 'payout');
  for (const [reference, payout] of paid) {
    const row = withdrawals.get(reference);
    const fate = payout.reversedAt === undefined ? 'final' : 'reversed';
    if (row === undefined) breaks.push(`payout ${reference} was paid, but never sent`);
    else if (!endsOf[fate].has(row.state))
      breaks.push(
        `payout ${reference} was ${fate === 'final' ? 'paid' : 'paid and taken back'}, but is ${row.state} in the books`,
      );
    else if (
      BigInt(Math.round(payout.amount * 100)) !== row.payoutKobo ||
      payout.accountNumber !== row.accountNumber
    )
      breaks.push(
        `payout ${reference} was ${payout.amount} to ${payout.accountNumber}, not what the books say`,
      );
  }
  const isPaid = new Set(['delivered', 'delivered_late', 'reversed', 'reversed_late']);
  for (const [reference, { state }] of withdrawals)
    if (isPaid.has(state) && !paid.has(reference))
      breaks.push(`withdrawal ${reference} is ${state} in the books, but was not paid`);
  return breaks;
}

/** A supplier knows an attempt at it by our reference and the attempt's number, one of them behind the minute. */
export const purchaseReference = ({
  supplier,
  reference,
}: Pick<DeliveryView, 'supplier' | 'reference'>): string =>
  (supplier === 'VTPASS' ? reference.slice(12) : reference).slice(0, -1);

/** The bank knows it by the merchant's id and our reference. */
export const payoutReference = ({ reference }: Pick<PayoutView, 'reference'>): string =>
  reference.slice(reference.lastIndexOf('_') + 1);

async function cardBreaks(db: Db, payments: readonly PaymentView[]): Promise<string[]> {
  const rows = await db.rows<{ reference: string; state: string; paidKobo: bigint | null }>(
    'select reference, state, paid_kobo as "paidKobo" from payments',
  );
  const known = new Map(rows.map((row) => [row.reference, row]));
  const taken = payments.filter(({ gateway }) => gateway === 'squad');
  const { found: paid, breaks } = byName(taken, ({ reference }) => reference, 'card payment');
  for (const [reference, { amount }] of paid) {
    const row = known.get(reference);
    if (row?.state !== 'credited' || row.paidKobo !== BigInt(Math.round(amount * 100)))
      breaks.push(
        `card payment ${reference} of ${amount} is ${row?.state} in the books, with ${row?.paidKobo} kobo`,
      );
  }
  for (const { reference, state } of rows)
    if (state === 'credited' && !paid.has(reference))
      breaks.push(`card payment ${reference} is credited, but was not paid`);
  return breaks;
}

async function bankTransferBreaks(db: Db, payments: readonly PaymentView[]): Promise<string[]> {
  const rows = await db.rows<{ reference: string; state: string; paidKobo: bigint; accountNumber: string }>(
    `select provider_reference as reference, state, paid_kobo as "paidKobo", account_number as "accountNumber" from bank_transfers`,
  );
  const known = new Map(rows.map((row) => [row.reference, row]));
  const taken = payments.filter(({ gateway }) => gateway === 'paymentpoint');
  const { found: paid, breaks } = byName(taken, ({ reference }) => reference, 'bank transfer');
  for (const [reference, { amount, accountNumber }] of paid) {
    const row = known.get(reference);
    if (row === undefined) breaks.push(`bank transfer ${reference} of ${amount} is not in the books`);
    else if (row.paidKobo !== BigInt(Math.round(amount * 100)) || row.accountNumber !== accountNumber)
      breaks.push(`bank transfer ${reference} was ${amount} to ${accountNumber}, not what the books say`);
  }
  for (const { reference } of rows)
    if (!paid.has(reference)) breaks.push(`bank transfer ${reference} is in the books, but nobody paid it`);
  return breaks;
}

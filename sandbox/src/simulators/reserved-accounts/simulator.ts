/** Reserved accounts in the style of PaymentPoint: an account for each customer, and a signed event for each transfer into one. */
import { createHmac, randomBytes } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { BankTransfer, Simulator, Environment } from '../../environment/context.ts';
import type { PaymentView } from '../../control/views.ts';
import { last } from '../../environment/last.ts';
import { registerAssets, registerForms, sendPage } from '../../pages/pages.ts';
import { naira } from '../../pages/format.ts';
import type { BankTransferRecord } from '../../environment/records.ts';
import { gate } from '../gate.ts';
import { ReservedAccounts } from './accounts.ts';
import { registerCreateAccount } from './create-account.ts';
import { BASE, transferPage } from './transfer-page.ts';

const SIMULATOR = 'reserved-accounts';
/** The provider keeps half a percent of a transfer. */
const FEE_BASIS_POINTS = 50;

export function createReservedAccountsSimulator(environment: Environment): Simulator {
  const accounts = new ReservedAccounts();
  environment.webhooks.sign(SIMULATOR, (body) => ({
    'paymentpoint-signature': createHmac('sha256', environment.keys.paymentpoint).update(body).digest('hex'),
  }));

  /** Takes the money and sends the webhook as often as `notify` says. Returns the provider's id of the transfer. */
  async function receive({ accountNumber, amountKobo, notify }: BankTransfer): Promise<string> {
    const at = Date.now();
    const record: BankTransferRecord = {
      store: SIMULATOR,
      type: 'bank transfer',
      transactionId: randomBytes(16).toString('hex'),
      accountNumber,
      amountKobo,
      sender: 'TUNDE SANDBOX BALOGUN',
      at,
    };
    const body = JSON.stringify(transferEvent(accounts, record));
    const event = {
      simulator: SIMULATOR,
      event: 'payment_successful',
      reference: record.transactionId,
      body,
      maxTries: null,
    };
    const sendAt = notify === 'late' ? at + environment.timings.processingMs : at;
    const copies = { once: 1, late: 1, twice: 2, never: 0 }[notify];
    const hooks = Array.from({ length: copies }, () => ({
      ...environment.webhooks.event(event),
      at: sendAt,
    }));
    await environment.commit(record, ...hooks);
    for (const hook of hooks) environment.webhooks.send(hook.id);
    return record.transactionId;
  }

  return {
    name: SIMULATOR,
    title: 'Reserved accounts',
    prefix: BASE,
    apply: (record) => accounts.apply(record),
    resume: () => {},
    forget: () => {
      accounts.forget();
      return [];
    },
    journal: (newest) => ({
      payments: last(accounts.transfers, newest).map((record) => paymentView(accounts, record)),
    }),
    summary: () => ({ says: `${accounts.all().length} accounts, ${accounts.transfers.length} transfers` }),
    receive,
    register: (app) => {
      app.addHook('onRequest', gate(environment.switches.of(SIMULATOR)));
      app.setNotFoundHandler((_request, reply) =>
        reply.code(404).send({ status: 'fail', message: 'Not found' }),
      );
      registerAssets(app);
      registerForms(app);
      registerCreateAccount(app, environment, accounts);
      registerTransferPage(app, environment, accounts, receive);
    },
  };
}

function registerTransferPage(
  app: FastifyInstance,
  environment: Environment,
  accounts: ReservedAccounts,
  receive: (transfer: BankTransfer) => Promise<string>,
): void {
  app.get<{ Querystring: Record<string, string> }>('/transfer', async (request, reply) => {
    await environment.flushed();
    return sendPage(reply, transferPage(accounts, null, request.query['accountNumber']));
  });

  app.post('/transfer', async (request, reply) => {
    // The form gives texts.
    const { accountNumber = '', amount = '' } = (request.body ?? {}) as Record<string, string>;
    const account = accounts.find(accountNumber);
    const show = (isGood: boolean, says: string) =>
      sendPage(reply.code(isGood ? 200 : 400), transferPage(accounts, { isGood, says }, accountNumber));
    if (account === undefined) return show(false, 'No bank knows this account number.');
    const amountKobo = Math.round(Number(amount) * 100);
    if (!/^\d{1,9}(\.\d{1,2})?$/.test(amount) || amountKobo < 100)
      return show(false, 'Enter an amount of one naira or more.');
    await receive({ accountNumber, amountKobo, notify: 'once' });
    return show(true, `${naira(amountKobo / 100)} is on its way to ${account.accountName}.`);
  });
}

function transferEvent(accounts: ReservedAccounts, record: BankTransferRecord): unknown {
  const { transactionId, accountNumber, amountKobo, sender, at } = record;
  const account = accounts.find(accountNumber);
  const feeKobo = Math.round((amountKobo * FEE_BASIS_POINTS) / 10_000);
  return {
    notification_status: 'payment_successful',
    transaction_id: transactionId,
    amount_paid: amountKobo / 100,
    settlement_amount: (amountKobo - feeKobo) / 100,
    settlement_fee: feeKobo / 100,
    transaction_status: 'success',
    sender: { name: sender, account_number: '****6789', bank: 'SANDBOX BANK' },
    receiver: { name: account?.accountName ?? '', account_number: accountNumber, bank: 'PalmPay' },
    customer: {
      name: account?.name ?? '',
      email: account?.email ?? '',
      phone: account?.phone ?? '',
      customer_id: account?.customerId ?? '',
    },
    description: 'Your payment has been successfully processed.',
    timestamp: new Date(at).toISOString(),
  };
}

function paymentView(
  accounts: ReservedAccounts,
  { transactionId, accountNumber, amountKobo, at }: BankTransferRecord,
): PaymentView {
  return {
    gateway: 'paymentpoint',
    reference: transactionId,
    gatewayReference: transactionId,
    accountNumber,
    amount: amountKobo / 100,
    email: accounts.find(accountNumber)?.email ?? '',
    at: new Date(at).toISOString(),
  };
}

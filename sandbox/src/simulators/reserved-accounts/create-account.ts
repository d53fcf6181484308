/** `POST /createVirtualAccount`. The last four digits of the phone number choose what happens, as they do for purchases. */
import { randomBytes, randomInt } from 'node:crypto';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Environment } from '../../environment/context.ts';
import { outcomeFor } from '../../data/outcomes.ts';
import type { ReservedAccountRecord } from '../../environment/records.ts';
import { answerByOutcome, cut } from '../answer-by-outcome.ts';
import type { ReservedAccounts } from './accounts.ts';

const PALMPAY_CODE = '20946';

interface Asked {
  email: string;
  name: string;
  phone: string;
  reference: string | null;
}

export function registerCreateAccount(
  app: FastifyInstance,
  environment: Environment,
  accounts: ReservedAccounts,
): void {
  const authorization = `Bearer ${environment.keys.paymentpoint}`;
  app.post('/createVirtualAccount', async (request, reply) => {
    const { headers } = request;
    if (headers.authorization !== authorization || headers['api-key'] !== environment.keys.paymentpointApi)
      return reply.code(401).send({ status: 'fail', message: 'Unauthorized' });
    const asked = readAsked(request.body, environment.keys.paymentpointBusiness);
    if (typeof asked === 'string') return refuse(reply, asked);
    if (environment.switches.refusesByChance('reserved-accounts'))
      return refuse(reply, 'The bank does not open accounts now');
    const outcome = outcomeFor(asked.phone);
    const account = outcome.books === null ? null : await open(environment, accounts, asked);
    const refused = () => refuse(reply, 'The customer cannot have an account');
    return answerByOutcome(environment, reply, outcome, {
      done: () => (account === null ? cut(reply) : reply.code(201).send(created(account))),
      refused,
      floatTooLow: refused,
    });
  });
}

/** The same reference is the same account, however often it is asked for. */
async function open(
  environment: Environment,
  accounts: ReservedAccounts,
  asked: Asked,
): Promise<ReservedAccountRecord> {
  const earlier = asked.reference === null ? undefined : accounts.findByReference(asked.reference);
  if (earlier !== undefined) return earlier;
  let accountNumber: string;
  do accountNumber = `66${String(randomInt(100_000_000)).padStart(8, '0')}`;
  while (accounts.find(accountNumber) !== undefined);
  const record: ReservedAccountRecord = {
    store: 'reserved-accounts',
    type: 'reserved account',
    accountNumber,
    accountName: `${environment.merchantName}-${asked.name}(PaymentPoint)`,
    customerId: randomBytes(12).toString('hex'),
    ...asked,
    at: Date.now(),
  };
  await environment.commit(record);
  return record;
}

function created(record: ReservedAccountRecord): unknown {
  const { accountNumber, accountName, customerId, email, name, phone } = record;
  return {
    status: 'success',
    message: 'Account created successfully',
    customer: {
      customer_id: customerId,
      customer_name: name,
      customer_email: email,
      customer_phone_number: phone,
    },
    bankAccounts: [
      {
        bankCode: PALMPAY_CODE,
        accountNumber,
        accountName,
        bankName: 'Palmpay',
        Reserved_Account_Id: `RA${customerId}`,
      },
    ],
    errors: [],
  };
}

function refuse(reply: FastifyReply, message: string): FastifyReply {
  return reply.code(400).send({ status: 'fail', message, errors: [message] });
}

/** A text is what is wrong. */
function readAsked(body: unknown, businessId: string): Asked | string {
  const fields = typeof body === 'object' && body !== null ? (body as Record<string, unknown>) : {};
  const { email, name, phoneNumber, bankCode, businessId: given, reference } = fields;
  if (given !== businessId) return 'Invalid businessId';
  if (typeof email !== 'string' || !/^[^\s@]+@[^\s@]+$/.test(email)) return 'A valid email is required';
  if (typeof name !== 'string' || name.trim() === '') return 'A name is required';
  if (typeof phoneNumber !== 'string' || !/^0\d{10}$/.test(phoneNumber)) return 'A phone number is required';
  if (!Array.isArray(bankCode) || !bankCode.includes(PALMPAY_CODE)) return 'Unknown bank code';
  return { email, name, phone: phoneNumber, reference: typeof reference === 'string' ? reference : null };
}

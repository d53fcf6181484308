/** `POST /control/bank-transfer`: somebody pays into a reserved account. */
import type { FastifyInstance } from 'fastify';
import type { Simulator } from '../environment/context.ts';
import { field, finish } from './answer-control.ts';
import { readNumber } from './read-form.ts';

const LARGEST_TRANSFER_NAIRA = 1_000_000_000;
/** How often, and when, the provider sends the webhook of a bank transfer. */
const notifications = ['once', 'twice', 'late', 'never'] as const;

export function registerBankTransfer(app: FastifyInstance, simulators: readonly Simulator[]): void {
  app.post('/bank-transfer', async (request, reply) => {
    const accountNumber = field(request.body, 'accountNumber');
    if (typeof accountNumber !== 'string' || !/^\d{10}$/.test(accountNumber))
      return reply.code(400).send({ msg: 'An accountNumber of ten digits is needed' });
    const naira = readNumber(field(request.body, 'amount'), 0.01, LARGEST_TRANSFER_NAIRA);
    const amountKobo = Math.round((naira ?? 0) * 100);
    if (naira === undefined || amountKobo / 100 !== naira)
      return reply.code(400).send({ msg: 'An amount in naira with at most two decimals is needed' });
    const asked = field(request.body, 'tell') ?? 'once';
    const notify = notifications.find((known) => known === asked);
    if (notify === undefined)
      return reply.code(400).send({ msg: `tell must be one of ${notifications.join(', ')}` });
    for (const simulator of simulators) {
      const transactionId = await simulator.receive?.({ accountNumber, amountKobo, notify });
      if (transactionId !== undefined)
        return finish(request, reply, { transactionId, accountNumber, amount: naira });
    }
    return reply.code(404).send({ msg: 'No bank takes transfers' });
  });
}

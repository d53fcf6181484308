/**
 * Transfers to bank accounts: lookup, transfer, requery and balance. The last four digits of the account number choose what happens,
 * as they do at the suppliers; what the journal holds is what was paid, whatever the answer says.
 */
import { randomInt } from 'node:crypto';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Environment } from '../../environment/context.ts';
import { outcomeFor } from '../../data/outcomes.ts';
import type { OrderState, Outcome } from '../../data/outcomes.ts';
import type { PayoutRecord } from '../../environment/records.ts';
import { cut } from '../answer-by-outcome.ts';
import { BROKEN_PAGE } from '../msorg/answers.ts';
import { holderOf } from './account-names.ts';
import { balanceAnswer, failure, lookupAnswer, payoutAnswer, reversedAnswer } from './answers.ts';
import type { IsKnown } from './payout-list.ts';
import type { Payout, Payouts } from './payouts.ts';
import { readTransfer, type Transfer } from './read-transfer.ts';

export interface PayoutCalls {
  register(app: FastifyInstance, isKnown: IsKnown): void;
  scheduleEnd(payout: Payout): void;
  /** Lets go of answers that wait for their transfer to be settled. */
  release(): void;
}

export function createPayoutCalls(environment: Environment, payouts: Payouts): PayoutCalls {
  const held = new Map<string, (payout: Payout | null) => void>();

  function scheduleEnd({ record }: Payout): void {
    const { dueAt, dueState, reference } = record;
    if (dueAt === null || dueState === null) return;
    environment.timers.at(dueAt, () => void settle(reference, dueState));
  }

  async function settle(reference: string, state: OrderState): Promise<void> {
    const settled = { store: 'squad', type: 'payout settled', reference, state, at: Date.now() } as const;
    await environment.commitInTime(settled);
    held.get(reference)?.(payouts.find(reference) ?? null);
    held.delete(reference);
  }

  async function transfer(asked: Transfer, reply: FastifyReply) {
    const outcome = outcomeFor(asked.accountNumber);
    if (environment.switches.refusesByChance('squad')) return decline(reply);
    if (outcome.books === null) return answer(outcome, undefined, reply);
    if (asked.amountKobo > payouts.balanceKobo) return lowBalance(reply);
    const record = recordOf(asked, outcome, environment);
    const settled =
      outcome.answer === 'body when settled'
        ? new Promise<Payout | null>((resolve) => void held.set(record.reference, resolve))
        : undefined;
    await environment.commit(record);
    const payout = payouts.find(record.reference);
    // The environment may have been reset while the journal was being written.
    if (payout === undefined) return cut(reply);
    scheduleEnd(payout);
    if (settled !== undefined && (await settled) === null) return cut(reply);
    return answer(outcome, payout, reply);
  }

  return {
    scheduleEnd,
    release() {
      for (const resolve of held.values()) resolve(null);
      held.clear();
    },
    register(app, isKnown) {
      app.post('/payout/account/lookup', (request, reply) => {
        if (!isKnown(request.headers.authorization, reply)) return reply;
        const bankCode = field(request.body, 'bank_code');
        const accountNumber = field(request.body, 'account_number');
        const holder = holderOf(bankCode, accountNumber);
        if (holder === undefined) return reply.code(400).send(failure(400, 'Account not found'));
        return reply.send(lookupAnswer(holder, accountNumber));
      });
      app.post('/payout/transfer', async (request, reply) => {
        if (!isKnown(request.headers.authorization, reply)) return reply;
        const asked = readTransfer(request.body, environment.keys.squadMerchant);
        if (typeof asked === 'string') return reply.code(400).send(failure(400, asked));
        if (payouts.find(asked.reference) !== undefined)
          return reply.code(400).send(failure(400, 'Duplicate transaction reference'));
        return transfer(asked, reply);
      });
      app.post('/payout/requery', async (request, reply) => {
        if (!isKnown(request.headers.authorization, reply)) return reply;
        await environment.flushed();
        const payout = payouts.find(field(request.body, 'transaction_reference'));
        if (payout === undefined) return reply.code(404).send(failure(404, 'Transaction not found'));
        if (payout.state === 'reversed') return reply.code(412).send(reversedAnswer(payout));
        return payoutAnswer(payout);
      });
      app.get('/merchant/balance', async (request, reply) => {
        if (!isKnown(request.headers.authorization, reply)) return reply;
        await environment.flushed();
        return balanceAnswer(payouts.balanceKobo, environment.keys.squadMerchant);
      });
    },
  };
}

function answer(outcome: Outcome, payout: Payout | undefined, reply: FastifyReply) {
  switch (outcome.answer) {
    case 'body':
    case 'body when settled':
      if (payout === undefined) return cut(reply);
      // The gateway answers a transfer that is still under way like one that timed out: ask again.
      if (payout.state === 'processing')
        return reply.code(424).send(failure(424, 'The transfer timed out. Requery it'));
      return reply.send(payoutAnswer(payout));
    case 'refusal':
      return decline(reply);
    case 'float too low':
      return lowBalance(reply);
    case 'dropped connection':
      return cut(reply);
    case 'silence':
      return reply.hijack();
    case 'page 200':
    case 'page 500':
      break;
  }
  const status = outcome.answer === 'page 200' ? 200 : 500;
  return reply.code(status).type('text/html').send(BROKEN_PAGE);
}

const decline = (reply: FastifyReply) => reply.code(400).send(failure(400, 'The bank declined the transfer'));
const lowBalance = (reply: FastifyReply) => reply.code(400).send(failure(400, 'Insufficient balance'));

function recordOf(asked: Transfer, { books, next }: Outcome, { timings }: Environment): PayoutRecord {
  const at = Date.now();
  return {
    ...asked,
    store: 'squad',
    type: 'payout',
    nipReference: `${at}${String(randomInt(1_000_000_000)).padStart(9, '0')}`,
    at,
    state: books ?? 'processing',
    dueAt: next === undefined ? null : at + timings[next.after],
    dueState: next === undefined ? null : next.state,
  };
}

function field(body: unknown, name: string): string {
  const value =
    typeof body === 'object' && body !== null ? (body as Record<string, unknown>)[name] : undefined;
  return typeof value === 'string' ? value : '';
}

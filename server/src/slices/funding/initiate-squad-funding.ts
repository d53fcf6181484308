/**
 * Opens a card payment: our reference, the user and the amount are on record before the gateway gets the request, so that no payment can
 * come in that belongs to nobody. Nothing is credited here.
 */
import { formatKobo, naira, parseNaira, type Kobo } from '@jara/contract/money.ts';
import { messages } from '@jara/contract/messages.ts';
import type { Config } from '../../config/config.ts';
import type { Context } from '../../app/context.ts';
import type { ClientFacts } from '../../platform/client-facts.ts';
import { crashPoint } from '../../ledger/crash-points.ts';
import type { Db } from '../../platform/db.ts';
import {
  hashRequest,
  makeOnce,
  moveKey,
  replayedHeaders,
  type KeyedRequest,
} from '../../platform/idempotency.ts';
import { refuse, refuseField } from '../../platform/refuse.ts';
import { Reply, type Handler } from '../../platform/serve.ts';
import { nextTransactionId, recordTransaction } from '../transactions/record-transaction.ts';
import { newReference } from '../transactions/reference.ts';
import { failPayment } from '../transactions/settle-transaction.ts';
import { splitPayment } from './settle-payment.ts';

// Longer than the gateway is given to answer: a payment of this age without a link is not being opened any more.
const OPENING_SECONDS = 20;
const WAIT_FOR_OPENING_MS = 5_000;
const LOOK_EVERY_MS = 150;

export const initiateSquadFunding =
  (context: Context): Handler<'initiateSquadFunding'> =>
  async ({ principal, body, request }) => {
    const { pool, config } = context;
    const { userId } = principal;
    const amountKobo = readAmount(body.amount, config.funding);
    const keyed: KeyedRequest = {
      caller: principal,
      key: request.idempotencyKey,
      requestHash: hashRequest('initiateSquadFunding', [amountKobo]),
    };
    const { feeBasisPoints } = config.funding;
    const { client } = request;
    const wanted = { userId, amountKobo, gateway: context.cards.name, feeBasisPoints, client };
    const once = await makeOnce(pool, keyed, async (db) => {
      const recorded = await record(db, wanted);
      crashPoint('card.record.before_commit');
      return recorded;
    });
    crashPoint('card.record.after_commit');
    if (!once.replayed) return present(await open(context, once.made));

    const earlier = await waitForLink(context, once.transactionId);
    if (earlier.link !== null) return new Reply(201, present(earlier), replayedHeaders);
    return present(await openAgain(context, keyed, wanted, earlier));
  };

function readAmount(input: unknown, { minimumNaira, maximumNaira }: Config['funding']): Kobo {
  const amountKobo = parseNaira(input) ?? refuseField('amount', messages.enterValidAmount);
  if (amountKobo < naira(minimumNaira)) refuseField('amount', messages.minimumPayment(minimumNaira));
  const maximumKobo = naira(maximumNaira);
  if (amountKobo > maximumKobo) refuseField('amount', `maximum payment is ${formatKobo(maximumKobo)}`);
  return amountKobo;
}

const present = ({ link, reference }: { link: string | null; reference: string }) => ({
  link: link ?? refuse('gateway_unavailable'),
  msg: 'Your payment is ready. Pay at the link',
  reference,
});

interface Wanted {
  userId: bigint;
  amountKobo: Kobo;
  gateway: string;
  feeBasisPoints: number;
  client: ClientFacts;
}

interface Recorded {
  transactionId: bigint;
  reference: string;
  amountKobo: Kobo;
  email: string;
  fullName: string;
}

async function record(db: Db, wanted: Wanted): Promise<Recorded> {
  const { userId, amountKobo, gateway, feeBasisPoints, client } = wanted;
  const reference = newReference();
  const { feeKobo, creditKobo } = splitPayment(amountKobo, feeBasisPoints);
  const transactionId = await nextTransactionId(db);
  await recordTransaction(db, {
    id: transactionId,
    userId,
    reference,
    type: 'wallet',
    status: 'pending',
    description: 'Card funding',
    amountKobo: creditKobo,
    feeKobo,
    faceValueKobo: amountKobo,
    balance: null,
    client,
  });
  const payer = await db.get<Pick<Recorded, 'email' | 'fullName'>>(
    'select email, full_name as "fullName" from users where id = $1',
    [userId],
  );
  await db.run(
    `insert into payments (transaction_id, gateway, reference, user_id, amount_kobo, state, next_check_at)
     values ($1, $2, $3, $4, $5, 'initiated', now() + make_interval(secs => $6))`,
    [transactionId, gateway, reference, userId, amountKobo, OPENING_SECONDS],
  );
  return { ...payer, transactionId, reference, amountKobo };
}

interface Opened {
  link: string;
  reference: string;
}

async function open({ pool, cards, config, log }: Context, payment: Recorded): Promise<Opened> {
  const { transactionId, reference, amountKobo, email, fullName } = payment;
  crashPoint('card.initiate.before_call');
  const answer = await cards.initiate({
    reference,
    amountKobo,
    email,
    customerName: fullName,
    returnUrl: `${config.publicUrl}/profile/fundWallet/return?reference=${reference}`,
  });
  crashPoint('card.initiate.after_call');
  if (answer.outcome === 'opened') {
    await pool.run('update transactions set payment_link = $2 where id = $1', [transactionId, answer.link]);
    crashPoint('card.link.after_commit');
    return { link: answer.link, reference };
  }
  if (answer.outcome === 'refused') {
    log.warn({ reference, reason: answer.message }, 'the card gateway did not open a payment');
    await pool.commit((db) => giveUp(db, transactionId, answer.message, 'never opened'));
  } else {
    log.warn(
      { reference, reason: answer.reason },
      'it is not known whether the card gateway opened a payment',
    );
    await pool.run(
      `update transactions set supplier_message = 'The payment provider did not answer' where id = $1 and status = 'pending'`,
      [transactionId],
    );
  }
  return refuse('gateway_unavailable');
}

/** The payment failed before anybody could pay it. One that may have been opened is still asked about. */
async function giveUp(
  db: Db,
  transactionId: bigint,
  message: string,
  certainty: 'never opened' | 'perhaps opened',
): Promise<void> {
  const failed = await db.run(
    `update payments set state = 'failed', next_check_at = case when $2 then null else next_check_at end
     where transaction_id = $1 and state = 'initiated'`,
    [transactionId, certainty === 'never opened'],
  );
  if (failed === 0) return;
  await failPayment(db, transactionId, message);
}

interface Earlier {
  transactionId: bigint;
  reference: string;
  link: string | null;
  isBeingOpened: boolean;
}

/** The payment that the key stands for, once the request that opens it has got its answer. */
async function waitForLink({ pool }: Context, transactionId: bigint): Promise<Earlier> {
  const untilMs = Date.now() + WAIT_FOR_OPENING_MS;
  for (;;) {
    const earlier = await pool.get<Earlier>(
      `select id as "transactionId", reference, payment_link as link,
         payment_link is null and status = 'pending' and supplier_message is null
           and created_at > now() - make_interval(secs => $2) as "isBeingOpened"
       from transactions where id = $1`,
      [transactionId, OPENING_SECONDS],
    );
    if (!earlier.isBeingOpened) return earlier;
    if (Date.now() > untilMs) refuse('idempotency_in_progress', { retryAfterSeconds: 2 });
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
  }
}

/**
 * Nobody got a link to the earlier payment. The gateway takes a reference only once, and may have taken that one, so the key goes on
 * to a payment with a new reference.
 */
async function openAgain(
  context: Context,
  keyed: KeyedRequest,
  wanted: Wanted,
  earlier: Earlier,
): Promise<Opened> {
  const again = await context.pool.commit(async (db) => {
    const recorded = await record(db, wanted);
    const ids = { from: earlier.transactionId, to: recorded.transactionId };
    if (!(await moveKey(db, keyed, ids))) refuse('idempotency_in_progress', { retryAfterSeconds: 1 });
    await giveUp(db, earlier.transactionId, `Opened again as ${recorded.reference}`, 'perhaps opened');
    crashPoint('card.record_again.before_commit');
    return recorded;
  });
  crashPoint('card.record_again.after_commit');
  return open(context, again);
}

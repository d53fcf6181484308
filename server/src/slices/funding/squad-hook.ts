/**
 * The card gateway's hook: only a reason to ask the gateway. It is stored as it came and answered at once; what it says about money
 * is not believed.
 */
import { createHash } from 'node:crypto';
import type { Context } from '../../app/context.ts';
import { crashPoint } from '../../ledger/crash-points.ts';
import type { Hook } from '../../platform/hook.ts';
import { refuse } from '../../platform/refuse.ts';
import { settlePayment } from './settle-payment.ts';

// By then the settlement that this hook starts is over, or the process that ran it is gone.
const ASK_AGAIN_SECONDS = 15;

/** Refuses a wrong signature with `invalid_input` and stores nothing of it. */
export function squadHook(context: Context): (hook: Hook) => Promise<{ msg: string }> {
  const { pool, cards } = context;
  return async (hook) => {
    const { rawBody } = hook;
    const reference = cards.referenceInSignedHook(hook);
    if (reference === null) refuse('invalid_input', { msg: 'The signature is not right' });
    const bodyHash = createHash('sha256').update(rawBody).digest('hex');
    await pool.commit(async (db) => {
      await db.run(
        `insert into hook_events (provider, body_hash, reference, body) values ($1, $2, $3, $4)
         on conflict (provider, body_hash) do nothing`,
        [cards.name, bodyHash, reference, rawBody.toString('utf8').replaceAll('\0', '')],
      );
      // With the 200 the gateway stops telling us, so from here on the job knows.
      await db.run(
        `update payments set next_check_at = now() + make_interval(secs => $2)
         where reference = $1 and state in ('initiated', 'failed')`,
        [reference, ASK_AGAIN_SECONDS],
      );
      crashPoint('card.hook.before_commit');
    });
    crashPoint('card.hook.after_commit');
    void settleInBackground(context, reference);
    return { msg: 'Received' };
  };
}

async function settleInBackground(context: Context, reference: string): Promise<void> {
  try {
    const state = await settlePayment(context, reference);
    if (state === undefined)
      context.log.warn({ reference }, 'a hook came for a payment that is not on record');
  } catch (error) {
    context.log.error({ err: error, reference }, 'settling after a hook failed; the job asks again');
  }
}

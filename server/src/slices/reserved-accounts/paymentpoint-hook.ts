/**
 * The hook of a bank transfer into a reserved account. It is the only word that the provider gives, so it is kept as it came before
 * anything is done about it, and acted upon by `settle-hook.ts`, here and, should that fail, by a job.
 */
import { createHash } from 'node:crypto';
import type { Context } from '../../app/context.ts';
import { crashPoint } from '../../ledger/crash-points.ts';
import type { Hook } from '../../platform/hook.ts';
import type { Pool } from '../../platform/db.ts';
import { refuse } from '../../platform/refuse.ts';
import { settleHook } from './settle-hook.ts';

/** Refuses a wrong signature with `invalid_input` and stores nothing of it. */
export function paymentpointHook(context: Context): (hook: Hook) => Promise<{ msg: string }> {
  const { pool, reservedAccounts, log } = context;
  return async (hook) => {
    const { rawBody } = hook;
    if (!reservedAccounts.isSigned(hook)) refuse('invalid_input', { msg: 'The signature is not right' });
    crashPoint('bank_transfer.hook.before_commit');
    const id = await store(pool, {
      provider: reservedAccounts.name,
      bodyHash: createHash('sha256').update(rawBody).digest('hex'),
      body: rawBody.toString('utf8').replaceAll('\0', ''),
    });
    crashPoint('bank_transfer.hook.after_commit');
    await settleHook(context, id).catch((error: unknown) =>
      log.error(
        { err: error, hookEvent: String(id) },
        'a bank transfer was not settled; the job tries again',
      ),
    );
    return { msg: 'Received' };
  };
}

/** The event's id, whoever stored it first. */
async function store(
  pool: Pool,
  event: { provider: string; bodyHash: string; body: string },
): Promise<bigint> {
  const { provider, bodyHash, body } = event;
  const saved = await pool.find<{ id: bigint }>(
    `insert into hook_events (provider, body_hash, body) values ($1, $2, $3)
     on conflict (provider, body_hash) do nothing returning id`,
    [provider, bodyHash, body],
  );
  if (saved !== undefined) return saved.id;
  // A statement of its own: one that began before the other telling committed does not see its row.
  const earlier = await pool.get<{ id: bigint }>(
    'select id from hook_events where provider = $1 and body_hash = $2',
    [provider, bodyHash],
  );
  return earlier.id;
}

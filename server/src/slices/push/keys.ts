/**
 * The key pair by which push services know this installation. Whoever asks first makes it, so an operator has nothing to set. With
 * another SECRETS_KEY, and without the earlier one, it cannot be read any more: then there is a new one, and what devices subscribed to with the old one is over.
 */
import type { Context } from '../../app/context.ts';
import type { PushKeys } from '../../outside/push/push.ts';
import type { Db } from '../../platform/db.ts';
import type { Seal } from '../../platform/keys/sealed.ts';

interface Row {
  publicKey: string;
  sealedPrivateKey: Buffer;
}

export async function pushKeys({
  pool,
  seal,
  push,
  log,
}: Pick<Context, 'pool' | 'seal' | 'push' | 'log'>): Promise<PushKeys> {
  const known = await findKeys(pool);
  const opened = known && open(seal, known);
  if (opened !== undefined) return opened;
  return pool.commit(async (db) => {
    await db.run(`select pg_advisory_xact_lock(hashtextextended('push_keys', 0))`);
    const present = await findKeys(db);
    const presentOpened = present && open(seal, present);
    if (presentOpened !== undefined) return presentOpened;
    if (present !== undefined) {
      log.warn({}, 'SECRETS_KEY has changed: a device hears again once the program was opened there');
      await db.run('delete from push_subscriptions');
    }
    const made = push.newKeys();
    await db.run(
      `insert into push_keys (public_key, sealed_private_key) values ($1, $2)
       on conflict (is_only) do update set public_key = excluded.public_key, sealed_private_key = excluded.sealed_private_key,
         created_at = now()`,
      [made.publicKey, seal.seal(made.privateKey)],
    );
    return made;
  });
}

const findKeys = (db: Db): Promise<Row | undefined> =>
  db.find<Row>('select public_key as "publicKey", sealed_private_key as "sealedPrivateKey" from push_keys');

/** Undefined when it was sealed with another key. */
function open(seal: Seal, { publicKey, sealedPrivateKey }: Row): PushKeys | undefined {
  try {
    return { publicKey, privateKey: seal.open(sealedPrivateKey) };
  } catch {
    return undefined;
  }
}

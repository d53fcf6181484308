/** A shop that is closed after a restore, for tests of what staff do about it. */
import type { TestApp } from '../../../../test/app.ts';
import type { TestUser } from '../../../../test/make.ts';

/** Closed since now, and this process knows it. Nobody was asked yet. No id is skipped, so that those of examples stay short. */
export async function closeShop({ owner, context }: TestApp): Promise<void> {
  await owner.run('insert into recoveries (restored_to) values (now()) on conflict do nothing');
  await context.shop.look();
}

/** Whatever is missing. */
export async function openAnyhow({ owner, context }: TestApp): Promise<void> {
  await owner.run(
    `update recoveries set opened_at = now(), reason = 'the end of a test' where opened_at is null`,
  );
  await context.shop.look();
}

/** Everybody was asked. Gives what an admin sends to open the shop. */
export async function closeAndCompare(app: TestApp, { password }: Pick<TestUser, 'password'>) {
  await closeShop(app);
  await app.owner.run(
    `insert into recovery_items (recovery_id, kind, provider, reference, decided_at, reason)
     select id, 'statement', 'squad', 'card payments', now(), 'compared' from recoveries where opened_at is null
     on conflict do nothing`,
  );
  return { reason: 'All statements are compared', password };
}

let deliveries = 0;

/** A delivery that the books do not have, of a shop that is open again. Gives what an admin sends to decide it. */
export async function loseDelivery({ owner }: TestApp): Promise<{ id: string; reason: string }> {
  deliveries += 1;
  const { id } = await owner.get<{ id: bigint }>(
    `with r as (
       insert into recoveries (restored_to, opened_at, reason) values (now(), now(), 'compared') returning id)
     insert into recovery_items (recovery_id, kind, provider, reference, recipient, amount_kobo, happened_at, words)
     select id, 'delivery', 'GLAD', $1, '0803***5555', 50000, now(), 'Successful' from r returning id`,
    [`JR261122LOST${deliveries}`],
  );
  return { id: String(id), reason: 'It was sold, and the buyer has it' };
}

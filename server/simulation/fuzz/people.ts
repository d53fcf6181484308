/** Who sends the requests, and what they know of each other and of the shop. */
import type { Access } from '@jara/contract/call.ts';
import { naira } from '@jara/contract/money.ts';
import { scopes } from '@jara/contract/scopes.ts';
import type { RunningApp } from '../../test/app.ts';
import type { TestUser, UserInput } from '../../test/make.ts';
import { issueApiToken } from '../../src/slices/api-tokens/api-tokens.ts';
import { openAnyhow } from '../../src/slices/recovery/testing/closed-shop.ts';
import type { Choice } from '../choose.ts';

export interface Person extends TestUser {
  role: string;
  /** What goes with the requests as a token. */
  sends: string;
  by: 'session' | 'API token';
  isStaff: boolean;
}

const roles: readonly (UserInput & { role: string; by?: 'API token' })[] = [
  { role: 'smart earner' },
  { role: 'smart earner' },
  { role: 'reseller', userType: 'reseller' },
  { role: 'reseller', userType: 'reseller', by: 'API token' },
  { role: 'api user', userType: 'api user', by: 'API token' },
  { role: 'partner', userType: 'partner' },
  { role: 'coupon vendor', userType: 'reseller', isCouponVendor: true },
  { role: 'agent', userType: 'reseller', isAgent: true },
  { role: 'admin', userType: 'reseller', isAdmin: true },
  { role: 'admin', userType: 'reseller', isAdmin: true },
];

export async function gather(app: RunningApp): Promise<Person[]> {
  const people: Person[] = [];
  for (const { role, by = 'session', ...input } of roles) {
    const user = await app.make.user({ ...input, wallet: naira(1_000_000) });
    const person: Person = {
      ...user,
      role,
      by,
      sends: user.token,
      isStaff: input.isAdmin === true || input.isAgent === true,
    };
    people.push(person);
    await renew(app, person);
  }
  return people;
}

async function renew({ context }: RunningApp, person: Person): Promise<void> {
  const { pool, sessions } = context;
  const { userId } = person;
  if ((await sessions.find(person.sends)) !== undefined && person.by === 'session') return;
  if (person.by === 'session') {
    person.sends = await sessions.open(pool, userId, { userAgent: 'fuzz', ip: '127.0.0.1' });
    return;
  }
  await pool.run('delete from api_tokens where user_id = $1', [userId]);
  const made = { userId, name: 'Shop', terms: { scopes }, ip: '127.0.0.1' };
  person.sends = (await issueApiToken(context, pool, made)).apiToken;
}

/** Mostly somebody who may make the call: what is refused for its maker is refused early. */
export function drawCaller(chance: Choice, people: readonly Person[], access: Access): Person | null {
  if (chance.once(15)) return null;
  const may = access === 'public' || chance.once(5) ? [] : people.filter((person) => mayCall(person, access));
  return chance.of(may.length === 0 ? people : may);
}

function mayCall({ role, by }: Person, access: Access): boolean {
  switch (access) {
    case 'public':
    case 'user':
      return true;
    case 'session':
      return by === 'session';
    case 'smart earner':
      return role === 'smart earner';
    case 'vendor':
      return role === 'coupon vendor' || role === 'admin';
    case 'staff':
      return role === 'agent' || role === 'admin';
    case 'admin':
      return role === 'admin';
  }
}

/** Whether somebody who began without rights of staff has them now, or had them a minute ago: drawn requests appoint and dismiss. */
export async function wasAppointed({ context: { pool } }: RunningApp, { userId }: Person): Promise<boolean> {
  const { was } = await pool.get<{ was: boolean }>(
    `select exists (select from recorded_rights r where r.subject = 'user ' || $1::bigint and r.state ~ 'admin|agent'
       and not exists (select from recorded_rights later
         where later.subject = r.subject and later.id > r.id and later.recorded_at < now() - interval '1 minute')) as was`,
    [userId],
  );
  return was;
}

/** Whether this session ended, or opens other things since a minute: a file that it reads then breaks off, so that nobody takes it for whole. */
export async function wasShutOut(
  { context: { pool, sessions } }: RunningApp,
  { userId, sends }: Person,
): Promise<boolean> {
  if ((await sessions.find(sends)) === undefined) return true;
  const { was } = await pool.get<{ was: boolean }>(
    `select exists (select from recorded_rights r where r.subject = 'user ' || $1::bigint and r.recorded_at > now() - interval '1 minute'
         and exists (select from recorded_rights earlier where earlier.subject = r.subject and earlier.id < r.id))
       or exists (select from standings where user_id = $1 and changed_at > now() - interval '1 minute') as was`,
    [userId],
  );
  return was;
}

/** Gives each the rights back with which they began. */
async function appointAnew({ owner, context }: RunningApp, people: readonly Person[]): Promise<void> {
  const changed = await owner.rows<{ id: bigint }>(
    `update users u set is_admin = p.role = 'admin', is_agent = p.role = 'agent', is_coupon_vendor = p.role = 'coupon vendor'
     from unnest($1::bigint[], $2::text[]) p(id, role)
     where u.id = p.id and (u.is_admin, u.is_agent, u.is_coupon_vendor)
       <> (p.role = 'admin', p.role = 'agent', p.role = 'coupon vendor') returning u.id`,
    [people.map(({ userId }) => userId), people.map(({ role }) => role)],
  );
  for (const { id } of changed) await context.sessions.forget(context.pool, id);
}

/**
 * Undoes what would let hardly anything through from here on: ended sessions, other rights, frozen wallets and stopped accounts, limits, locked services, counted attempts.
 * Nothing of it is money.
 */
export async function tend(app: RunningApp, people: readonly Person[], passwordHash: string): Promise<void> {
  const { pool, catalogue } = app.context;
  const ids = people.map(({ userId }) => userId);
  await pool.run('delete from attempt_counters');
  await pool.run('delete from second_factors where user_id = any($1)', [ids]);
  await pool.run('delete from pins where user_id = any($1)', [ids]);
  await pool.run('update users set password_hash = $2, password_reset_at = null where id = any($1)', [
    ids,
    passwordHash,
  ]);
  await pool.run(
    `update accounts set frozen_at = null, daily_limit_kobo = null, held_since = null, held_until = null, held_because = null, held_purchases_kobo = null
     where kind = 'wallet' and (frozen_at is not null or daily_limit_kobo is not null or held_until is not null)`,
  );
  await appointAnew(app, people);
  await app.owner.run(`update accounts set standing = 'active' where standing <> 'active'`);
  await pool.run('update services set is_open = true where not is_open');
  await openAnyhow(app);
  await pool.run(
    'update plans set deleted_at = null, is_available = true where deleted_at is not null or not is_available',
  );
  await catalogue.reload();
  for (const person of people) await renew(app, person);
}

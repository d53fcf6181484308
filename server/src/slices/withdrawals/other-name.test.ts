import { naira } from '@jara/contract/money.ts';
import { beforeAll, describe, expect, it } from 'vitest';
import { useTestApp } from '../../../test/app.ts';
import type { TestUser } from '../../../test/make.ts';
import { readConfig } from '../../config/config.ts';
import { liveSettings } from '../../config/testing/live-settings.ts';
import { areOfOnePerson } from './other-name.ts';
import { accountEnding, createFakeBank } from './testing/fake-bank.ts';

const app = useTestApp({ env: { PURCHASE_WAIT_MS: '5000', WITHDRAWAL_HOLD_OTHER_NAMES: 'on' } });
const { validate, withdraw, stateOf, waitForState } = createFakeBank(app);

let admin: TestUser;
beforeAll(async () => {
  admin = await app.make.user({ isAdmin: true });
});

let identities = 0;

const verifyAs = (user: TestUser, fullName: string) => {
  identities += 1;
  return app.owner.run(
    `insert into identities (user_id, kind, number_hash, last_four, person_hash, full_name, provider, consented_at)
     values ($1, 'nin', $2, '0001', $3, $4, 'DOJAH', now())`,
    [user.userId, Buffer.from(`number ${identities}`), Buffer.from(`person ${identities}`), fullName],
  );
};

/** A withdrawal to an account of which the bank has just said the holder; verified before as `nameFor` makes of that name. */
async function withdrawVerified(nameFor: (holder: string) => string | null) {
  const ada = await app.make.user({ wallet: naira(1_000) });
  const account = accountEnding('1234');
  const holder = (await validate(ada, account)).reply.name;
  const name = nameFor(holder);
  if (name !== null) await verifyAs(ada, name);
  const answer = await withdraw(ada, account, 500);
  return { answer, id: answer.reply.receipt._id };
}

const entryOf = async (id: string) =>
  (await app.as(admin).call('listWaiting')).reply.waiting.find(({ _id }) => _id === id);

describe('a withdrawal', () => {
  it('to an account in another name than the proved one waits for staff, who release it', async () => {
    const { answer, id } = await withdrawVerified(() => 'Someone Else Entirely');
    expect([answer.status, await stateOf(id)]).toEqual([202, 'held']);
    expect(answer.reply.msg).toContain('We look at this withdrawal before it is sent');
    expect(await entryOf(id)).toMatchObject({ why: 'held', isOtherName: true });
    const decided = await app
      .as(admin)
      .call('decideWaiting', { id, outcome: 'released', reason: 'Called the owner: it is her shop' });
    expect(decided.status).toBe(200);
    await waitForState(id, 'delivered');
  });

  it.each<[what: string, nameFor: (holder: string) => string | null]>([
    ['in the proved name, in another order', (holder) => holder.split(' ').toReversed().join(', ')],
    ['of whoever has proved no name', () => null],
  ])('%s is sent at once', async (_what, nameFor) => {
    const { answer, id } = await withdrawVerified(nameFor);
    expect([answer.status, await stateOf(id)]).toEqual([200, 'delivered']);
  });

  it('is looked at in live mode unless the operator says otherwise, and not in the sandbox', () => {
    const setting = (env: Record<string, string>) => readConfig(env).withdrawals.holdsOtherNames;
    expect([setting({}), setting(liveSettings)]).toEqual([false, true]);
    expect(setting({ ...liveSettings, WITHDRAWAL_HOLD_OTHER_NAMES: 'off' })).toBe(false);
  });
});

describe('two names', () => {
  it.each([
    ['Chidi Emeka Okafor', 'OKAFOR CHIDI', true],
    ["Ngozi O'Neil-Obi", 'ONEILOBI NGOZI GRACE', true],
    ['Adébáyọ̀ Ọlá', 'OLA ADEBAYO', true],
    ['Musa', 'MUSA IBRAHIM', true],
    ['Chidi Okafor', 'EMEKA OKAFOR', false],
    ['Chidi Okafor', 'CHIDI ADE VENTURES', false],
    ['Chidi Okafor', '', false],
    ['A B', 'A B', false],
  ])('%s and %s are of one person: %s', (one, other, expected) => {
    expect([areOfOnePerson(one, other), areOfOnePerson(other, one)]).toEqual([expected, expected]);
  });
});

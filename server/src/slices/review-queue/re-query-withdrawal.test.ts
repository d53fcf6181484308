import { naira } from '@jara/contract/money.ts';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { useTestApp } from '../../../test/app.ts';
import type { TestUser } from '../../../test/make.ts';
import { createFakeBank } from '../withdrawals/testing/fake-bank.ts';

const app = useTestApp({ env: { PURCHASE_WAIT_MS: '0' } });
const { withdrawTo, holds, stateOf, expectJournalToAgree } = createFakeBank(app);
afterEach(() => expectJournalToAgree());

const press = (staff: TestUser, transactionId: unknown) =>
  app.as(staff).call('reQueryWithdrawal', { transactionId });
async function control(path: string, body: object): Promise<void> {
  const response = await fetch(`${app.sandbox.url}/control/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  expect(response.status).toBe(200);
  await response.body?.cancel();
}
const actionsOn = (id: string) =>
  app.context.pool.rows(
    'select actor_id as actor, action, before, after from staff_actions where subject = $1 order by id',
    [`transaction ${id}`],
  );

describe('asking again', () => {
  it('about a withdrawal asks the bank, for an agent too, and is recorded', async () => {
    const [ada, agent] = [
      await app.make.user({ wallet: naira(500) }),
      await app.make.user({ isAgent: true }),
    ];
    const id = (await withdrawTo(ada, '0004', 500)).reply.receipt._id;
    await vi.waitFor(async () => expect(await stateOf(id)).toBe('unknown'));
    const { status, reply } = await press(agent, id);
    expect([status, reply.msg, reply.receipt.trans_Status]).toEqual([200, 'It went through', 'success']);
    expect(await actionsOn(id)).toEqual([
      {
        actor: agent.userId,
        action: 'reQueryWithdrawal',
        before: { status: 'pending' },
        after: { status: 'success' },
      },
    ]);
  });

  it('a hundred times ends a withdrawal once', async () => {
    const [ada, admin] = [
      await app.make.user({ wallet: naira(500) }),
      await app.make.user({ isAdmin: true }),
    ];
    const { receipt } = (await withdrawTo(ada, '0003', 500)).reply;
    await vi.waitFor(async () => expect(await stateOf(receipt._id)).toBe('unknown'));
    expect((await press(admin, receipt.reference)).reply.msg).toBe('There is no outcome yet. We keep asking');
    await vi.waitFor(async () => {
      const answers = await Promise.all(Array.from({ length: 100 }, () => press(admin, receipt._id)));
      expect(new Set(answers.map(({ reply }) => reply.receipt.trans_Status))).toEqual(new Set(['failed']));
    }, 20_000);
    expect((await press(admin, receipt._id)).reply.msg).toBe(
      'SQUAD was asked, and nothing has changed. It did not go through',
    );
    expect(await holds(ada)).toBe(50_000n);
  });

  it('finds what the bank sent back after it had paid', async () => {
    const [ada, admin] = [
      await app.make.user({ wallet: naira(500) }),
      await app.make.user({ isAdmin: true }),
    ];
    const id = (await withdrawTo(ada, '0011', 500)).reply.receipt._id;
    await vi.waitFor(async () => {
      expect((await press(admin, id)).reply.receipt.trans_Status).toBe('refunded');
    });
    expect(await holds(ada)).toBe(50_000n);
  });

  it('about a card payment asks the gateway', async () => {
    const [ada, admin] = [await app.make.user(), await app.make.user({ isAdmin: true })];
    // The hook gets lost.
    await control('faces/squad', { webhookUrl: 'http://127.0.0.1:9/hooks/squad' });
    const { reference } = (await app.as(ada).call('initiateSquadFunding', { amount: 1_000 })).reply;
    const first = (await press(admin, reference)).reply;
    expect(first.receipt.trans_Status).toBe('pending');
    await control('pay', { reference });
    await Promise.all(Array.from({ length: 20 }, () => press(admin, first.receipt._id)));
    expect(await holds(ada)).toBe(99_000n);
  });

  it('about a purchase asks the supplier, by our id or by theirs', async () => {
    const [ada, admin] = [
      await app.make.user({ wallet: naira(1_000) }),
      await app.make.user({ isAdmin: true }),
    ];
    const { receipt } = (
      await app.as(ada).call('buyAirtime', { network: 1, mobile_number: '08031230002', amount: 500 })
    ).reply;
    expect(receipt.trans_Status).toBe('pending');
    const theirs = await vi.waitFor(async () => {
      const attempt = await app.context.pool.get<{ id: string | null }>(
        'select supplier_id as id from purchase_attempts where transaction_id = $1',
        [receipt._id],
      );
      return attempt.id ?? expect.fail('the supplier has not answered yet');
    });
    await vi.waitFor(async () => {
      expect((await press(admin, receipt._id)).reply.receipt.trans_Status).toBe('success');
    });
    // It is final by now: a supplier may have taken it back.
    expect((await press(admin, theirs)).reply.receipt._id).toBe(receipt._id);
    expect((await press(admin, `${theirs}0`)).status).toBe(404);
    const { receipt: open } = (
      await app.as(ada).call('buyAirtime', { network: 1, mobile_number: '08031230009', amount: 200 })
    ).reply;
    const openId = await vi.waitFor(async () => {
      const attempt = await app.context.pool.get<{ id: string | null }>(
        'select supplier_id as id from purchase_attempts where transaction_id = $1',
        [open._id],
      );
      return attempt.id ?? expect.fail('the supplier has not answered yet');
    });
    expect((await press(admin, openId)).reply.receipt._id).toBe(open._id);
  });

  it('about what moves no money outside asks nobody, and says so', async () => {
    const [ada, chidi] = [await app.make.user({ wallet: naira(10) }), await app.make.user()];
    const admin = await app.make.user({ isAdmin: true });
    const sent = (await app.as(ada).call('transferFund', { userName: chidi.userName, amount: 5 })).reply;
    const topped = (await app.as(ada).call('testTopUp', { amount: 5 })).reply;
    for (const { receipt } of [sent, topped])
      expect((await press(admin, receipt._id)).reply.msg).toBe(
        'Nobody was asked: no supplier or bank has a part in it. It went through',
      );
  });

  it('about a sale that has ended asks its supplier, and finds what was taken back', async () => {
    const admin = await app.make.user({ isAdmin: true });
    await control('faces/glad', { webhookUrl: 'http://127.0.0.1:9/hooks/glad' });
    const [intact, returned] = await Promise.all(
      ['08031231234', '08031230011'].map(async (mobile_number) => {
        const ada = await app.make.user({ wallet: naira(1_000) });
        const { receipt } = (await app.as(ada).call('buyAirtime', { network: 1, mobile_number, amount: 500 }))
          .reply;
        await vi.waitFor(async () => {
          const found = (await app.as(ada).call('getTransaction', { id: receipt._id })).reply;
          expect(found.receipt.trans_Status).toBe('success');
        });
        return { ada, id: receipt._id };
      }),
    );
    if (intact === undefined || returned === undefined) throw new Error('two were bought');
    expect((await press(admin, intact.id)).reply.msg).toBe(
      'GLAD was asked, and nothing has changed. It went through',
    );
    await control('faces/glad', { down: true });
    expect((await press(admin, intact.id)).reply.msg).toBe(
      'GLAD was asked and did not say what became of it. As far as we know: it went through',
    );
    await control('faces/glad', { down: false });
    await vi.waitFor(async () => {
      const { reply } = await press(admin, returned.id);
      expect([reply.msg, reply.receipt.trans_Status]).toEqual([
        'It was taken back, and the money is in the wallet',
        'refunded',
      ]);
    });
    expect(await holds(returned.ada)).toBe(100_000n);
    expect((await press(admin, returned.id)).reply.msg).toBe(
      'GLAD was asked, and nothing has changed. It was taken back, and the money is in the wallet',
    );
  });

  it('about a payment that is credited asks nobody, and says so', async () => {
    const [ada, admin] = [await app.make.user(), await app.make.user({ isAdmin: true })];
    const { reference } = (await app.as(ada).call('initiateSquadFunding', { amount: 1_000 })).reply;
    await control('pay', { reference });
    expect((await press(admin, reference)).reply.receipt.trans_Status).toBe('success');
    expect((await press(admin, reference)).reply.msg).toBe(
      'Nobody was asked: the gateway has ended it. It went through',
    );
  });

  it('about what is left to staff says that nobody asks any more', async () => {
    const [ada, admin] = [
      await app.make.user({ wallet: naira(500) }),
      await app.make.user({ isAdmin: true }),
    ];
    const id = (await withdrawTo(ada, '0009', 500)).reply.receipt._id;
    await vi.waitFor(async () => expect(await stateOf(id)).toBe('unknown'));
    await app.owner.run(
      `update withdrawals set state = 'manual', next_check_at = null, sent_at = now() - interval '25 hours' where transaction_id = $1`,
      [id],
    );
    expect((await press(admin, id)).reply.msg).toBe('There is no outcome yet. Staff decide');
    app.takeErrors();
  });
});

describe('it is refused', () => {
  it.each(['999999999', 'JR000000XXXXXXXXXX', 'no-such-id', "'"])('for %s', async (transactionId) => {
    const admin = await app.make.user({ isAdmin: true });
    expect((await press(admin, transactionId)).status).toBe(404);
  });

  it('to everybody else, also for their own transaction', async () => {
    const ada = await app.make.user({ wallet: naira(500), isCouponVendor: true });
    const id = (await withdrawTo(ada, '1234', 500)).reply.receipt._id;
    await vi.waitFor(async () => expect(await stateOf(id)).toBe('delivered'));
    expect((await press(ada, id)).status).toBe(403);
    expect((await app.anybody().call('reQueryWithdrawal', { transactionId: id })).status).toBe(401);
    expect(await actionsOn(id)).toEqual([]);
  });
});

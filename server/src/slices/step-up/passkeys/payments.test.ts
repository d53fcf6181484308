import { api } from '@jara/contract/api.ts';
import type { Call } from '@jara/contract/call.ts';
import { naira } from '@jara/contract/money.ts';
import { takesPasskey } from '@jara/contract/passkey.ts';
import { describe, expect, it } from 'vitest';
import { useTestApp } from '../../../../test/app.ts';
import type { TestUser } from '../../../../test/make.ts';
import { probes } from '../../../../test/probes.ts';
import { addPasskey, askedIn } from './testing/people.ts';
import { SoftwarePasskey } from './testing/software-passkey.ts';

const app = useTestApp({ env: { PIN_FAILURES_PER_HOUR: '3', PASSKEY_FAILURES_PER_15_MINUTES: '3' } });

async function payer(passkey = new SoftwarePasskey(), input = {}) {
  const ada = await app.make.user({ wallet: naira(5_000), ...input });
  const { recoveryCodes } = await addPasskey(app, ada, passkey);
  const [code, ...others] = recoveryCodes;
  await app.as(ada).call('setPin', { password: ada.password, pin: '2580', pinCheck: '2580', code });
  return { ada, passkey, recoveryCodes: others };
}
const airtime = { network: 1, mobile_number: '08031234567', amount: 100 };
const buy = (ada: { token: string }, more: Record<string, unknown> = {}, key?: string) =>
  app.as(ada).call('buyAirtime', { ...airtime, ...more }, key === undefined ? {} : { key });
const balanceOf = async (ada: TestUser) => (await app.as(ada).call('getProfile')).reply.user.balance;

describe('a payment by passkey in place of the PIN', () => {
  const paying = Object.values<Call>(api).filter(({ pin }) => pin === true);
  it.each(paying)('$name can be one', async ({ name, body }) => {
    expect(takesPasskey(body)).toBe(true);
    const { ada, passkey } = await payer(undefined, { isCouponVendor: true });
    // Nobody sends to themselves.
    const owner = name === 'transferFund' ? await app.make.user() : ada;
    const input = await probes[name]({ app, receiverUrl: '' }, { owner, caller: ada });
    const asked = await app.as(ada).call(name, input);
    expect(asked.refusal.code).toBe('pin_required');
    const paid = await app.as(ada).call(name, { ...input, passkey: passkey.answer(askedIn(asked)) });
    expect(paid.status).toBeLessThan(300);
  });

  it('is on record, and needs no PIN besides', async () => {
    const { ada, passkey } = await payer();
    const paid = await buy(ada, { passkey: passkey.answer(askedIn(await buy(ada))) });
    expect(paid.status).toBe(200);
    expect(await balanceOf(ada)).toBeLessThan(5_000);
    const { events } = (await app.as(ada).call('listSecurityEvents')).reply;
    expect(events[0]).toMatchObject({
      what: 'step_up',
      factor: 'passkey',
      outcome: 'ok',
      detail: 'buyAirtime',
    });
  });

  it.each<[string, Record<string, unknown>]>([
    ['amount', { amount: 500 }],
    ['number', { mobile_number: '08037654321' }],
    ['reference', { clientReference: 'another' }],
  ])('is for that payment only, and not for another %s', async (_what, other) => {
    const { ada, passkey } = await payer();
    const answer = passkey.answer(askedIn(await buy(ada)));
    expect((await buy(ada, { ...other, passkey: answer })).refusal.code).toBe('wrong_passkey');
    expect(await balanceOf(ada)).toBe(5_000);
  });

  it('is for that call, that session and that person', async () => {
    const [{ ada, passkey }, other] = [await payer(), await payer()];
    const send = { userName: other.ada.userName, amount: 100 };
    const asked = askedIn(await app.as(ada).call('transferFund', send));
    expect((await buy(ada, { passkey: passkey.answer(asked) })).refusal.code).toBe('wrong_passkey');

    // The same words to another call.
    const words = { password: ada.password };
    await app.as(ada).call('freezeWallet');
    const unfreeze = passkey.answer(askedIn(await app.as(ada).call('unfreezeWallet', words)));
    const unlimit = await app.as(ada).call('removeSpendingLimit', { ...words, passkey: unfreeze });
    expect(unlimit.refusal.code).toBe('wrong_passkey');
    await app.as(ada).call('unfreezeWallet', {
      ...words,
      passkey: passkey.answer(askedIn(await app.as(ada).call('unfreezeWallet', words))),
    });

    const { sessions, pool } = app.context;
    const token = await sessions.open(pool, ada.userId, { userAgent: 'another', ip: '127.0.0.1' });
    const here = passkey.answer(askedIn(await buy(ada)));
    expect((await buy({ token }, { passkey: here })).refusal.code).toBe('wrong_passkey');

    const foreign = other.passkey.answer(askedIn(await buy(ada)));
    expect((await buy(ada, { passkey: foreign })).refusal.code).toBe('wrong_passkey');
    expect(await balanceOf(ada)).toBe(5_000);
  });

  it('is made once: its repeat is asked again, and pays nothing more', async () => {
    const { ada, passkey } = await payer();
    const answer = passkey.answer(askedIn(await buy(ada)));
    const paid = await Promise.all([1, 2, 3].map((n) => buy(ada, { passkey: answer }, `key-${n}`)));
    expect(paid.filter(({ status }) => status === 200)).toHaveLength(1);
    const balance = await balanceOf(ada);
    expect((await buy(ada, { passkey: answer }, 'key-9')).refusal.code).toBe('wrong_passkey');
    expect(await balanceOf(ada)).toBe(balance);
  });

  it('in time, by whom the device has recognised, and with a count that rises', async () => {
    const { ada, passkey } = await payer(new SoftwarePasskey({ count: 1 }));
    const late = askedIn(await buy(ada));
    await app.owner.run('update passkey_challenges set expires_at = now() where user_id = $1', [ada.userId]);
    expect((await buy(ada, { passkey: passkey.answer(late) })).refusal.code).toBe('wrong_passkey');
    const unseen = passkey.answer(askedIn(await buy(ada)), { isUserVerified: false });
    expect((await buy(ada, { passkey: unseen })).refusal.code).toBe('wrong_passkey');
    const copied = passkey.answer(askedIn(await buy(ada)), { count: 1 });
    expect((await buy(ada, { passkey: copied })).refusal.code).toBe('passkey_copied');
    // Three did not work.
    expect((await buy(ada, { passkey: passkey.answer(askedIn(await buy(ada))) })).status).toBe(429);
    // The PIN has a counter of its own.
    expect((await buy(ada, { pin: '2580' })).status).toBe(200);
  });

  it('needs one that was used beside the present password, and offers no other', async () => {
    const { ada, passkey } = await payer();
    const asked = askedIn(await buy(ada));
    await app.owner.run('update passkeys set needs_password = true where user_id = $1', [ada.userId]);
    expect((await buy(ada, { passkey: passkey.answer(asked) })).refusal.code).toBe('passkey_needs_password');
    expect((await buy(ada)).refusal).not.toHaveProperty('passkey');
    const unfreeze = await app.as(ada).call('unfreezeWallet', { password: ada.password });
    expect(unfreeze.refusal.code).toBe('totp_required');
    expect(unfreeze.refusal).not.toHaveProperty('passkey');
    expect((await buy(ada, { pin: '2580' })).status).toBe(200);
  });

  it('is nothing to a call that takes none', async () => {
    const { ada } = await payer();
    expect((await app.as(ada).call('freezeWallet', { passkey: 'mine' })).status).toBe(200);
  });

  it('is not asked of an API token, nor offered to whoever has no passkey', async () => {
    const { ada, recoveryCodes } = await payer();
    const tokenInput = { name: 'till', password: ada.password, code: recoveryCodes[0] };
    const { apiToken } = (await app.as(ada).call('createApiToken', tokenInput)).reply;
    expect((await buy({ token: apiToken })).status).toBe(200);
    const bola = await app.make.user({ wallet: naira(500) });
    await app.as(bola).call('setPin', { password: bola.password, pin: '2580', pinCheck: '2580' });
    expect((await buy(bola)).refusal).not.toHaveProperty('passkey');
  });

  it('repeats a request whose answer was lost, by the same key and a new answer of the passkey', async () => {
    const { ada, passkey } = await payer();
    const first = await buy(ada, { passkey: passkey.answer(askedIn(await buy(ada, {}, 'lost'))) }, 'lost');
    expect(first.status).toBe(200);
    const again = await buy(ada, { passkey: passkey.answer(askedIn(await buy(ada, {}, 'lost'))) }, 'lost');
    expect(again.reply.receipt._id).toBe(first.reply.receipt._id);
  });
});

describe('one answer of a passkey, sent again with its idempotency key', () => {
  const answered = async (passkey = new SoftwarePasskey({ count: 1 })) => {
    const { ada } = await payer(passkey);
    return { ada, passkey, answer: passkey.answer(askedIn(await buy(ada, {}, 'one'))) };
  };
  const challengeOf = (ada: TestUser) =>
    app.owner.find<{ isLong: boolean }>(
      `select expires_at > now() + interval '4 minutes' as "isLong" from passkey_challenges where user_id = $1`,
      [ada.userId],
    );

  it('is answered with what the first one did, for many at once, counts as no try and is on record once', async () => {
    const { ada, answer } = await answered();
    const sent = await Promise.all(Array.from({ length: 8 }, () => buy(ada, { passkey: answer }, 'one')));
    for (let again = 0; again < 5; again += 1) sent.push(await buy(ada, { passkey: answer }, 'one'));
    const said = sent.map(({ status, headers }) => `${status} ${headers.get('retry-after') ?? ''}`);
    expect(said.filter((one) => one !== '200 ' && one !== '409 1')).toEqual([]);
    expect(said.slice(-5)).toEqual(Array.from({ length: 5 }, () => '200 '));
    expect(await balanceOf(ada)).toBe(4_901);
    const { events } = (await app.as(ada).call('listSecurityEvents')).reply;
    expect(events.filter(({ factor }) => factor === 'passkey')).toHaveLength(1);
  });

  it('is good beside that key only, and stays good for it', async () => {
    const { ada, answer } = await answered();
    const paid = await buy(ada, { passkey: answer }, 'one');
    expect(paid.status).toBe(200);
    expect((await buy(ada, { passkey: answer }, 'two')).refusal.code).toBe('wrong_passkey');
    expect((await buy(ada, { passkey: answer })).refusal.code).toBe('wrong_passkey');
    const again = await buy(ada, { passkey: answer }, 'one');
    expect(again.headers.get('idempotent-replayed')).toBe('true');
    expect(again.reply.receipt._id).toBe(paid.reply.receipt._id);
    expect(await balanceOf(ada)).toBe(4_901);
  });

  it('is nothing but that answer, for that request, in that session', async () => {
    const { ada, passkey, answer } = await answered(new SoftwarePasskey());
    expect((await buy(ada, { passkey: answer }, 'one')).status).toBe(200);
    const { challenge } = JSON.parse(
      Buffer.from(answer.response.clientDataJSON, 'base64url').toString(),
    ) as Record<'challenge', string>;
    const signedAnew = passkey.answer({
      challenge,
      rpId: 'shop.example',
      timeout: 1,
      userVerification: 'required',
    });
    expect((await buy(ada, { passkey: signedAnew }, 'one')).refusal.code).toBe('wrong_passkey');
    expect((await buy(ada, { amount: 500, passkey: answer }, 'one')).refusal.code).toBe('wrong_passkey');
    // Whoever has another session and knows the key sees nothing of what was done.
    const { sessions, pool } = app.context;
    const token = await sessions.open(pool, ada.userId, { userAgent: 'another', ip: '127.0.0.1' });
    expect((await buy({ token }, { passkey: answer }, 'one')).refusal.code).toBe('wrong_passkey');
  });

  it('is looked at as the first one was: of a passkey that is gone, or asks for the password, it opens nothing', async () => {
    const [one, other] = [await answered(), await answered()];
    for (const { ada, answer } of [one, other])
      expect((await buy(ada, { passkey: answer }, 'one')).status).toBe(200);
    await app.owner.run('update passkeys set needs_password = true where user_id = $1', [one.ada.userId]);
    await app.owner.run('delete from passkeys where user_id = $1', [other.ada.userId]);
    const codes = await Promise.all(
      [one, other].map(async ({ ada, answer }) => (await buy(ada, { passkey: answer }, 'one')).refusal.code),
    );
    expect(codes).toEqual(['passkey_needs_password', 'wrong_passkey']);
  });

  it('lives from its first time as long as a challenge, and no longer', async () => {
    const { ada, answer } = await answered();
    const soon = `update passkey_challenges set expires_at = now() + interval '20 seconds' where user_id = $1`;
    await app.owner.run(soon, [ada.userId]);
    expect((await buy(ada, { passkey: answer }, 'one')).status).toBe(200);
    expect(await challengeOf(ada)).toEqual({ isLong: true });
    await app.owner.run(soon, [ada.userId]);
    expect((await buy(ada, { passkey: answer }, 'one')).status).toBe(200);
    expect(await challengeOf(ada)).toEqual({ isLong: false });
    await app.owner.run('update passkey_challenges set expires_at = now() where user_id = $1', [ada.userId]);
    expect((await buy(ada, { passkey: answer }, 'one')).refusal.code).toBe('wrong_passkey');
  });

  it('that is wrong is wrong each time, and counts each time', async () => {
    const { ada, passkey } = await payer();
    const unseen = passkey.answer(askedIn(await buy(ada)), { isUserVerified: false });
    for (let tries = 0; tries < 3; tries += 1)
      expect((await buy(ada, { passkey: unseen }, 'one')).refusal.code).toBe('wrong_passkey');
    expect(await challengeOf(ada)).toBeUndefined();
    expect((await buy(ada, { passkey: unseen }, 'one')).status).toBe(429);
  });

  it('waits for whoever looks at it, and not for whoever stopped amid that', async () => {
    const { ada, answer } = await answered(new SoftwarePasskey());
    expect((await buy(ada, { passkey: answer }, 'one')).status).toBe(200);
    const beginAgo = (seconds: number) =>
      app.owner.run(
        `update passkey_challenges set noted_at = null, answered_at = now() - make_interval(secs => $2) where user_id = $1`,
        [ada.userId, seconds],
      );
    await beginAgo(0);
    const early = await buy(ada, { passkey: answer }, 'one');
    expect([early.refusal.code, early.headers.get('retry-after')]).toEqual(['idempotency_in_progress', '1']);
    await beginAgo(6);
    expect((await buy(ada, { passkey: answer }, 'one')).headers.get('idempotent-replayed')).toBe('true');
  });

  it('is no yes for whoever is stopped by wrong ones', async () => {
    const { ada, passkey } = await payer();
    for (let tries = 0; tries < 3; tries += 1) {
      const unseen = passkey.answer(askedIn(await buy(ada)), { isUserVerified: false });
      expect((await buy(ada, { passkey: unseen }, `try-${tries}`)).refusal.code).toBe('wrong_passkey');
    }
    const answer = passkey.answer(askedIn(await buy(ada)));
    expect((await buy(ada, { passkey: answer }, 'one')).status).toBe(429);
    expect((await buy(ada, { passkey: answer }, 'one')).status).toBe(429);
    expect(await balanceOf(ada)).toBe(5_000);
  });
});

import { describe, expect, it } from 'vitest';
import { useTestApp } from '../../../test/app.ts';
import { codeOf } from '../../../test/authenticator.ts';
import { mailsTo, sendMails } from '../../../test/mails.ts';
import type { TestUser } from '../../../test/make.ts';
import { eventSummaries } from '../security-events/testing/event-summaries.ts';
import { removeOldChallenges } from '../step-up/passkeys/challenges.ts';
import { addPasskey, askedIn, passkeysOf, somebodyWaits } from '../step-up/passkeys/testing/people.ts';
import { SoftwarePasskey, type Cbor } from '../step-up/passkeys/testing/software-passkey.ts';

const app = useTestApp();

const withPasskey = async (passkey = new SoftwarePasskey()) => {
  const ada = await app.make.user();
  return { ada, ...(await addPasskey(app, ada, passkey)) };
};
const begin = (ada: TestUser, stepUp: Record<string, unknown> = {}) =>
  app.as(ada).call('beginPasskey', stepUp);
const add = (ada: TestUser, credential: unknown) => app.as(ada).call('addPasskey', { credential });
const logIn = (ada: TestUser, more: Record<string, unknown> = {}) =>
  app.anybody().call('login', { userName: ada.userName, password: ada.password, ...more });

describe('adding a passkey', () => {
  it('takes the password, gives recovery codes with the first, and is told', async () => {
    const ada = await app.make.user();
    expect((await begin(ada)).refusal.errors).toEqual([{ field: 'password', msg: 'Enter your password' }]);
    expect((await begin(ada, { password: 'not it at all' })).refusal.code).toBe('wrong_password');
    const first = await addPasskey(app, ada, undefined, { name: '  My  phone ' });
    expect(first.recoveryCodes).toHaveLength(10);
    expect(await passkeysOf(app, ada)).toEqual([
      {
        _id: first.id,
        name: 'My phone',
        isBackedUp: false,
        opensAlone: true,
        createdAt: expect.stringMatching(/Z$/),
        lastUsedAt: null,
      },
    ]);
    expect((await app.as(ada).call('listPasskeys')).reply.origin).toBe('http://shop.example');
    await expect.poll(async () => (await app.as(ada).call('getSecurity')).reply.hasPasskey).toBe(true);
    expect(await eventSummaries(app, ada)).toContain('passkey_added ok');
    await sendMails(app.context);
    expect(mailsTo(app, ada.email).map(({ subject }) => subject)).toContainEqual(
      expect.stringContaining('new passkey'),
    );
  });

  it('takes what guards the account already: PIN, code or another passkey', async () => {
    const [bola, cleo] = [await app.make.user(), await app.make.user()];
    await app.as(bola).call('setPin', { password: bola.password, pin: '2580', pinCheck: '2580' });
    expect((await begin(bola, { password: bola.password })).refusal.code).toBe('pin_required');
    expect((await begin(bola, { password: bola.password, pin: '1111' })).refusal.code).toBe('wrong_pin');
    await addPasskey(app, bola, undefined, { stepUp: { password: bola.password, pin: '2580' } });

    const { setupKey } = (await app.as(cleo).call('beginTotp', { password: cleo.password })).reply;
    await app.as(cleo).call('confirmTotp', { code: codeOf(setupKey) });
    expect((await begin(cleo, { password: cleo.password })).refusal.code).toBe('totp_required');
    const stepUp = { password: cleo.password, code: codeOf(setupKey, 1) };
    expect((await addPasskey(app, cleo, undefined, { stepUp })).recoveryCodes).toEqual([]);

    const { ada, passkey, recoveryCodes } = await withPasskey();
    expect((await begin(ada, { password: ada.password })).refusal.msg).toBe(
      'Use your passkey, or enter a recovery code',
    );
    const asked = await begin(ada);
    const second = await addPasskey(app, ada, undefined, {
      stepUp: { passkey: passkey.answer(askedIn(asked)) },
    });
    expect(second.recoveryCodes).toEqual([]);
    await addPasskey(app, ada, undefined, {
      stepUp: { password: ada.password, code: recoveryCodes[0] },
    });
    expect(await passkeysOf(app, ada)).toHaveLength(3);
  });

  it.each<[string, Parameters<SoftwarePasskey['create']>[1]]>([
    ['another site', { origin: 'https://shop.example.evil' }],
    ['a page of another site', { crossOrigin: true }],
    ['another host', { rpId: 'evil.example' }],
    ['nobody who was recognised', { isUserVerified: false }],
    ['a login', { type: 'webauthn.get' }],
  ])('refuses one from %s', async (_what, oddities) => {
    const ada = await app.make.user();
    const { options } = (await begin(ada, { password: ada.password })).reply;
    const { status, refusal } = await add(ada, new SoftwarePasskey().create(options, oddities));
    expect([status, refusal.code]).toEqual([403, 'wrong_passkey']);
    // And it was the only answer.
    expect((await add(ada, new SoftwarePasskey().create(options))).refusal.code).toBe('wrong_passkey');
    expect(await passkeysOf(app, ada)).toEqual([]);
  });

  it('refuses one that was made before it was asked for', async () => {
    const ada = await app.make.user();
    const { options } = (await begin(ada, { password: ada.password })).reply;
    const challenge = Buffer.alloc(32, 7).toString('base64url');
    const early = new SoftwarePasskey().create(options, { challenge });
    expect((await add(ada, early)).refusal.code).toBe('wrong_passkey');
  });

  it('refuses certificates, for which it would have to ask addresses that stand in them', async () => {
    const attestations: Cbor[] = [
      [
        ['fmt', 'packed'],
        [
          'attStmt',
          [
            ['alg', -7],
            ['sig', Buffer.alloc(64)],
            ['x5c', Buffer.alloc(9)],
          ],
        ],
      ],
      [
        ['fmt', 'fido-u2f'],
        ['attStmt', []],
      ],
    ];
    const ada = await app.make.user();
    for (const attestation of attestations) {
      const { options } = (await begin(ada, { password: ada.password })).reply;
      const credential = new SoftwarePasskey().create(options, { attestation });
      expect((await add(ada, credential)).refusal.code).toBe('wrong_passkey');
    }
  });

  it('is done once, in the session that began, and in time', async () => {
    const ada = await app.make.user();
    const { options } = (await begin(ada, { password: ada.password })).reply;
    const { sessions, pool } = app.context;
    const elsewhere = await sessions.open(pool, ada.userId, { userAgent: 'another', ip: '127.0.0.1' });
    const passkey = new SoftwarePasskey();
    const credential = passkey.create(options);
    expect((await add({ ...ada, token: elsewhere }, credential)).refusal.code).toBe('wrong_passkey');

    const again = (await begin(ada, { password: ada.password })).reply.options;
    const both = await Promise.all([add(ada, passkey.create(again)), add(ada, passkey.create(again))]);
    expect(new Set(both.map(({ status }) => status))).toEqual(new Set([201, 403]));

    const bola = await app.make.user();
    const late = (await begin(bola, { password: bola.password })).reply.options;
    await app.owner.run(`update passkey_challenges set expires_at = now() where user_id = $1`, [bola.userId]);
    expect((await add(bola, new SoftwarePasskey().create(late))).refusal.code).toBe('wrong_passkey');
  });

  it('refuses one that another account has', async () => {
    const { passkey } = await withPasskey();
    const bola = await app.make.user();
    const { options } = (await begin(bola, { password: bola.password })).reply;
    const { status, refusal } = await add(bola, passkey.create(options));
    expect([status, refusal.code]).toEqual([403, 'wrong_passkey']);
    expect(await passkeysOf(app, bola)).toEqual([]);
  });

  it('stops at ten', async () => {
    const { ada, passkey } = await withPasskey();
    await app.owner.run(
      `insert into passkeys (user_id, credential_id, public_key, sign_count, transports, is_backup_eligible, is_backed_up, aaguid, name)
       select user_id, sha256(number::text::bytea || credential_id), public_key, 0, transports, false, false, aaguid, 'more'
       from passkeys, generate_series(1, 9) number where user_id = $1`,
      [ada.userId],
    );
    expect((await begin(ada, { password: ada.password })).refusal.code).toBe('passkey_limit');
    // Nor by an eleventh that was begun in time.
    await app.owner.run('delete from passkeys where id = (select max(id) from passkeys where user_id = $1)', [
      ada.userId,
    ]);
    const asked = askedIn(await begin(ada));
    const { options } = (await begin(ada, { passkey: passkey.answer(asked) })).reply;
    await app.owner.run(
      `insert into passkeys (user_id, credential_id, public_key, sign_count, transports, is_backup_eligible, is_backed_up, aaguid, name)
       select user_id, sha256(credential_id), public_key, 0, transports, false, false, aaguid, 'tenth' from passkeys where user_id = $1 limit 1`,
      [ada.userId],
    );
    expect((await add(ada, new SoftwarePasskey().create(options))).refusal.code).toBe('passkey_limit');
  });

  it('comes too late when the session was ended at this moment', async () => {
    const ada = await app.make.user();
    const { options } = (await begin(ada, { password: ada.password })).reply;
    const adding = await app.context.pool.commit(async (db) => {
      await app.context.sessions.endOthers(db, ada.userId, null);
      await app.context.sessions.endApiTokens(db, ada.userId);
      const asked = add(ada, new SoftwarePasskey().create(options));
      await somebodyWaits(app);
      return { asked };
    });
    expect((await adding.asked).status).toBe(401);
    expect(await app.owner.rows('select from passkeys where user_id = $1', [ada.userId])).toEqual([]);
  });

  it('keeps nothing of the account in what passkeys call it', async () => {
    const { ada } = await withPasskey();
    const { handle } = await app.owner.get<{ handle: Buffer }>(
      'select handle from passkey_owners where user_id = $1',
      [ada.userId],
    );
    expect(handle).toHaveLength(32);
    const other = await withPasskey();
    const { handle: others } = await app.owner.get<{ handle: Buffer }>(
      'select handle from passkey_owners where user_id = $1',
      [other.ada.userId],
    );
    expect(handle.equals(others)).toBe(false);
  });

  it('leaves no challenge behind that is over', async () => {
    await app.anybody().call('beginPasskeyLogin');
    await app.owner.run('update passkey_challenges set expires_at = now()');
    await removeOldChallenges(app.context.pool);
    expect(await app.owner.rows('select from passkey_challenges')).toEqual([]);
  });
});

describe('passkeys', () => {
  it('are renamed and removed by their owner, with a passkey or a code, and it is told', async () => {
    const { ada, passkey, id, recoveryCodes } = await withPasskey();
    const bola = await app.make.user();
    const rename = (user: TestUser, name: string) => app.as(user).call('renamePasskey', { id, name });
    expect((await rename(bola, 'Mine')).status).toBe(404);
    expect((await rename(ada, ' ')).status).toBe(400);
    expect((await rename(ada, 'Old phone')).status).toBe(200);
    expect((await passkeysOf(app, ada))[0]?.name).toBe('Old phone');

    const remove = (user: TestUser, more: Record<string, unknown> = {}) =>
      app.as(user).call('removePasskey', { id, ...more });
    expect((await remove(bola, { password: bola.password })).status).toBe(404);
    expect((await remove(ada, { password: ada.password })).refusal.code).toBe('totp_required');
    const second = await addPasskey(app, ada, undefined, {
      stepUp: { password: ada.password, code: recoveryCodes[0] },
    });
    const answer = second.passkey.answer(askedIn(await remove(ada)));
    expect((await remove(ada, { passkey: answer })).status).toBe(200);
    expect((await passkeysOf(app, ada)).map(({ _id }) => _id)).toEqual([second.id]);
    expect(await eventSummaries(app, ada)).toContain('passkey_removed ok');
    await sendMails(app.context);
    expect(mailsTo(app, ada.email).map(({ subject }) => subject)).toContainEqual(
      expect.stringContaining('one passkey less'),
    );
    const gone = passkey.answer(askedIn(await logIn(ada)));
    expect((await logIn(ada, { passkey: gone })).refusal.code).toBe('wrong_passkey');
    // With the last one the password alone opens the account again, and no recovery code stays that nobody asks for.
    const last = second.passkey.answer(askedIn(await app.as(ada).call('removePasskey', { id: second.id })));
    await app.as(ada).call('removePasskey', { id: second.id, passkey: last });
    expect((await logIn(ada)).status).toBe(200);
    expect((await app.as(ada).call('getSecurity')).reply.recoveryCodesLeft).toBe(0);
  });

  it('are asked for by what loosens the account, and before an app is added', async () => {
    const { ada, passkey } = await withPasskey();
    await app.as(ada).call('freezeWallet');
    const unfreeze = (more: Record<string, unknown> = {}) =>
      app.as(ada).call('unfreezeWallet', { password: ada.password, ...more });
    const asked = await unfreeze();
    expect(asked.refusal.code).toBe('totp_required');
    const answer = passkey.answer(askedIn(asked));
    expect((await unfreeze({ passkey: answer })).status).toBe(200);
    expect(await eventSummaries(app, ada)).toContain('step_up passkey ok unfreezeWallet');
    const beginTotp = (more: Record<string, unknown> = {}) =>
      app.as(ada).call('beginTotp', { password: ada.password, ...more });
    const again = await beginTotp();
    expect(again.refusal.code).toBe('totp_required');
    expect((await beginTotp({ passkey: passkey.answer(askedIn(again)) })).status).toBe(200);
  });

  it('give new recovery codes, and a PIN to whoever forgot the old one', async () => {
    const { ada, passkey, recoveryCodes } = await withPasskey();
    const renew = (more: Record<string, unknown> = {}) =>
      app.as(ada).call('renewRecoveryCodes', { password: ada.password, ...more });
    const renewed = await renew({ passkey: passkey.answer(askedIn(await renew())) });
    expect(renewed.reply.recoveryCodes).toHaveLength(10);
    expect((await logIn(ada, { code: recoveryCodes[0] })).refusal.code).toBe('wrong_code');

    const setPin = (pin: string, more: Record<string, unknown> = {}) =>
      app.as(ada).call('setPin', { password: ada.password, pin, pinCheck: pin, ...more });
    expect((await setPin('2580', { code: renewed.reply.recoveryCodes[0] })).status).toBe(200);
    await expect.poll(async () => (await app.as(ada).call('getSecurity')).reply.hasPin).toBe(true);
    expect((await setPin('9753')).status).toBe(400);
    const asked = askedIn(await setPin('9753', { usePasskey: true }));
    // What was signed for one PIN sets no other.
    expect((await setPin('8642', { usePasskey: true, passkey: passkey.answer(asked) })).refusal.code).toBe(
      'wrong_passkey',
    );
    const request = askedIn(await setPin('9753', { usePasskey: true }));
    const answer = passkey.answer(request);
    expect((await setPin('9753', { usePasskey: true, passkey: answer })).status).toBe(200);
  });
});

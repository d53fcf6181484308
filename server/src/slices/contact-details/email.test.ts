import { naira } from '@jara/contract/money.ts';
import { describe, expect, it } from 'vitest';
import { startTestApp, useTestApp } from '../../../test/app.ts';
import { emailTokenOf, mailsTo, sendMails } from '../../../test/mails.ts';
import type { TestUser } from '../../../test/make.ts';

const app = useTestApp({
  env: { EMAIL_LINKS_PER_HOUR: '1000', PASSWORD_RESETS_PER_HOUR_AND_ADDRESS: '1000' },
});

let addresses = 0;
function newEmail(): string {
  addresses += 1;
  return `new.${addresses}@people.example`;
}
const person = () => app.make.user({ wallet: naira(50_000) });
const details = async (user: TestUser) => (await app.as(user).call('getContactDetails')).reply;
const change = (user: TestUser, email: string, more: Record<string, unknown> = {}) =>
  app.as(user).call('changeEmail', { email, password: user.password, ...more });
const answer = (token: string, word: 'confirm' | 'stop' = 'confirm') =>
  app.anybody().call('answerEmailLink', { token, answer: word });
async function linkTo(address: string): Promise<string> {
  await sendMails(app.context);
  return emailTokenOf(app, address);
}
const subjectsTo = async (address: string) => {
  await sendMails(app.context);
  return mailsTo(app, address).map(({ subject }) => subject);
};
const eventsOf = async ({ userId }: TestUser) =>
  (
    await app.owner.rows<{ what: string }>(
      'select what from security_events where user_id = $1 order by id',
      [userId],
    )
  ).map(({ what }) => what);
const heldBecause = async (user: TestUser) =>
  (await app.as(user).call('getSecurity')).reply.moneyHeld?.because ?? null;
const sendMoney = async (user: TestUser) => {
  const { userName } = await app.make.user();
  return app.as(user).call('transferFund', { userName, amount: 40_000 });
};
/** Both links of a change that was asked for. */
async function asked(user: TestUser) {
  const email = newEmail();
  expect((await change(user, email)).status).toBe(200);
  return { email, toNew: await linkTo(email), toOld: await linkTo(user.email) };
}

describe('an e-mail address', () => {
  it('is confirmed by a link that works once, whoever is logged in where it is opened', async () => {
    const ada = await person();
    expect(await details(ada)).toMatchObject({
      email: ada.email,
      isEmailConfirmed: false,
      emailChange: null,
    });
    expect((await app.as(ada).call('sendEmailLink')).status).toBe(200);
    const token = await linkTo(ada.email);
    const saved = await app.owner.rows(
      "select encode(token_hash, 'base64') from email_links where user_id = $1",
      [ada.userId],
    );
    expect(JSON.stringify(saved)).not.toContain(token);
    expect((await answer(token, 'stop')).refusal.code).toBe('link_over');
    expect((await answer(token)).status).toBe(200);
    expect((await answer(token)).refusal.code).toBe('link_over');
    expect((await details(ada)).isEmailConfirmed).toBe(true);
    expect(await eventsOf(ada)).toEqual(['email_confirmed']);
  });

  it('is not confirmed by a link that a newer one ended, or whose day is over', async () => {
    const ada = await person();
    await app.as(ada).call('sendEmailLink');
    const first = await linkTo(ada.email);
    await app.as(ada).call('sendEmailLink');
    const second = await linkTo(ada.email);
    expect((await answer(first)).refusal.code).toBe('link_over');
    await app.owner.run('update email_links set expires_at = now() where user_id = $1', [ada.userId]);
    expect((await answer(second)).refusal.code).toBe('link_over');
    expect((await answer('nothing')).refusal.code).toBe('link_over');
  });

  it('is mailed links as often as the installation says', async () => {
    const own = await startTestApp({ env: { EMAIL_LINKS_PER_HOUR: '2' } });
    try {
      const ada = await own.make.user();
      const statuses = [];
      for (let n = 0; n < 3; n += 1) statuses.push((await own.as(ada).call('sendEmailLink')).status);
      expect(statuses).toEqual([200, 200, 429]);
      const body = { email: newEmail(), password: ada.password };
      expect((await own.as(ada).call('changeEmail', body)).status).toBe(429);
    } finally {
      await own.stop();
    }
  });
});

describe('a change of the e-mail address', () => {
  it('takes the strongest proof that the owner has', async () => {
    const ada = await person();
    const pin = '2580';
    expect((await change(ada, newEmail(), { password: 'not it at all' })).refusal.code).toBe(
      'wrong_password',
    );
    await app.as(ada).call('setPin', { password: ada.password, pin, pinCheck: pin });
    expect((await change(ada, newEmail())).refusal.code).toBe('pin_required');
    expect((await change(ada, newEmail(), { pin: '9999' })).refusal.code).toBe('wrong_pin');
    expect((await change(ada, newEmail(), { pin })).status).toBe(200);
  });

  it('is told to the old address at once, and made when the new one is confirmed; money is held', async () => {
    const ada = await person();
    const { email, toNew } = await asked(ada);
    expect(await subjectsTo(ada.email)).toEqual(['Your Jara e-mail address is about to change']);
    expect(await details(ada)).toMatchObject({ email: ada.email, emailChange: { email } });
    expect((await answer(toNew)).status).toBe(200);
    expect(await details(ada)).toMatchObject({ email, isEmailConfirmed: true, emailChange: null });
    expect(await heldBecause(ada)).toBe('email_changed');
    expect((await sendMoney(ada)).refusal.code).toBe('money_held');
    const changed = 'Your Jara e-mail address was changed';
    expect(await subjectsTo(ada.email)).toContain(changed);
    expect(await subjectsTo(email)).toContain(changed);
    expect(await eventsOf(ada)).toEqual(['email_change_asked', 'email_changed', 'limit_reached']);
  });

  it('holds no money when the old address agreed before', async () => {
    const ada = await person();
    const { email, toNew, toOld } = await asked(ada);
    expect((await answer(toOld)).status).toBe(200);
    expect((await answer(toNew)).status).toBe(200);
    expect((await details(ada)).email).toBe(email);
    expect(await heldBecause(ada)).toBeNull();
    expect((await sendMoney(ada)).status).toBe(200);
    // Who agreed cannot stop it any more.
    expect((await answer(toOld, 'stop')).refusal.code).toBe('link_over');
  });

  it('is stopped by the old address', async () => {
    const ada = await person();
    const { toNew, toOld } = await asked(ada);
    expect((await answer(toOld, 'stop')).status).toBe(200);
    expect((await answer(toNew)).refusal.code).toBe('link_over');
    expect(await details(ada)).toMatchObject({ email: ada.email, emailChange: null });
    expect(await eventsOf(ada)).toEqual(['email_change_asked', 'email_change_stopped']);
  });

  it('is put back by the old address after it was made, and whoever is logged in is out', async () => {
    const ada = await person();
    const { email, toNew, toOld } = await asked(ada);
    await answer(toNew);
    // A second change would take the way back away.
    expect((await change(ada, newEmail())).refusal.code).toBe('email_change_recent');
    expect((await answer(toOld, 'stop')).status).toBe(200);
    expect((await app.as(ada).call('getProfile')).status).toBe(401);
    const { email: now } = await app.owner.get<{ email: string }>('select email from users where id = $1', [
      ada.userId,
    ]);
    expect(now).toBe(ada.email);
    expect(await subjectsTo(email)).toContain('Your Jara e-mail address was changed');
    expect(await subjectsTo(ada.email)).toContain('Set a new Jara password');
  });

  it('ends a link to choose a password that waits in the old mailbox', async () => {
    const ada = await person();
    const { toNew } = await asked(ada);
    await app.anybody().call('requestPasswordReset', { email: ada.email });
    await sendMails(app.context);
    const links = () => app.owner.rows('select from password_resets where user_id = $1', [ada.userId]);
    expect(await links()).toHaveLength(1);
    await answer(toNew);
    expect(await links()).toHaveLength(0);
  });

  it('to the address of another account says so to whoever reads that mailbox, and to nobody else', async () => {
    const [ada, bola] = [await person(), await person()];
    const [toTaken, toFree] = [await change(ada, bola.email), await change(await person(), newEmail())];
    expect([toTaken.status, Object.keys(toTaken.reply)]).toEqual([toFree.status, Object.keys(toFree.reply)]);
    const token = await linkTo(bola.email);
    const answered = await answer(token);
    expect([answered.status, answered.refusal.code]).toEqual([409, 'email_taken']);
    expect((await details(ada)).email).toBe(ada.email);
    expect((await details(bola)).email).toBe(bola.email);
  });

  it('is made once by many who open the link at the same moment', async () => {
    const ada = await person();
    const { toNew } = await asked(ada);
    const answers = await Promise.all(Array.from({ length: 5 }, () => answer(toNew)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(await eventsOf(ada)).toEqual(['email_change_asked', 'email_changed']);
  });
});

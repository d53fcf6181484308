import { describe, expect, it } from 'vitest';
import { useTestApp } from '../../../test/app.ts';
import { mailsTo, sendMails } from '../../../test/mails.ts';

const app = useTestApp();

describe('asking for links from one address', () => {
  const ask = (email: string, headers: Record<string, string> = {}) =>
    app.anybody().call('requestPasswordReset', { email }, { headers });
  const linksTo = async (email: string): Promise<number> => {
    await sendMails(app.context);
    return mailsTo(app, email).length;
  };

  it('gives each account one mail an hour after ten, whoever they were for, and answers as ever', async () => {
    const [ada, bayo] = [await app.make.user(), await app.make.user()];
    for (let asked = 0; asked < 10; asked += 1) {
      expect((await ask(asked % 2 === 0 ? ada.email : `nobody_${asked}`)).status).toBe(200);
    }
    expect(await linksTo(ada.email)).toBe(3);
    const answers = [];
    for (const name of [bayo.email, bayo.email, bayo.email, 'nobody_else', 'nobody_else']) {
      const { status, reply } = await ask(name);
      answers.push(JSON.stringify([status, reply.msg]));
    }
    expect(new Set(answers).size).toBe(1);
    expect(await linksTo(bayo.email)).toBe(1);
    const { count } = await app.context.pool.get<{ count: bigint }>(
      `select count(*) from security_events where user_id = $1 and what = 'reset_asked' and outcome = 'locked'`,
      [bayo.userId],
    );
    expect(count).toBe(2n);
  });

  it('refuses no neighbour who needs a link, however many were asked for', async () => {
    for (let asked = 0; asked < 30; asked += 1) await ask(`nobody_at_all_${asked}`);
    for (const neighbour of [await app.make.user(), await app.make.user()]) {
      expect((await ask(neighbour.email)).status).toBe(200);
      expect(await linksTo(neighbour.email)).toBe(1);
    }
  });

  it('gives as many as ever on a device of the own account, which opens the way to no other', async () => {
    const bayo = await app.make.user();
    const { password } = bayo;
    const entered = await app.anybody().call('login', { userName: bayo.userName, password });
    const [cookie = ''] = (entered.headers.get('set-cookie') ?? '').split(';');
    for (let asked = 0; asked < 3; asked += 1) expect((await ask(bayo.email, { cookie })).status).toBe(200);
    expect(await linksTo(bayo.email)).toBe(3);
    const chidi = await app.make.user();
    for (let asked = 0; asked < 3; asked += 1) await ask(chidi.email, { cookie });
    expect(await linksTo(chidi.email)).toBe(1);
  });
});

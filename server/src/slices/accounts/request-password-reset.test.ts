import { describe, expect, it } from 'vitest';
import { useTestApp } from '../../../test/app.ts';
import { mailsTo, sendMails } from '../../../test/mails.ts';

const app = useTestApp();

describe('asking for links from one address', () => {
  it('is refused after ten in an hour, whoever they are for', async () => {
    const ada = await app.make.user();
    const ask = (email: string) => app.anybody().call('requestPasswordReset', { email });
    for (let asked = 0; asked < 10; asked += 1) {
      expect((await ask(asked % 2 === 0 ? ada.email : `nobody_${asked}`)).status).toBe(200);
    }
    for (const name of [ada.email, 'nobody_else']) {
      const { status, refusal, headers } = await ask(name);
      expect(status).toBe(429);
      expect(refusal.code).toBe('too_many_requests');
      expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
    }
  });

  it('is open to a neighbour on a device of the own account', async () => {
    const bayo = await app.make.user();
    const { password } = bayo;
    const entered = await app.anybody().call('login', { userName: bayo.userName, password });
    const [cookie = ''] = (entered.headers.get('set-cookie') ?? '').split(';');
    const ask = (email: string, headers: Record<string, string>) =>
      app.anybody().call('requestPasswordReset', { email }, { headers });
    expect((await ask(bayo.email, {})).status).toBe(429);
    expect((await ask(bayo.email, { cookie })).status).toBe(200);
    // The device opens the way to no other account.
    const chidi = await app.make.user();
    expect((await ask(chidi.email, { cookie })).status).toBe(429);
    await sendMails(app.context);
    expect(mailsTo(app, bayo.email)).toHaveLength(1);
  });
});

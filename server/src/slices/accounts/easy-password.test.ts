import { describe, expect, it } from 'vitest';
import { useTestApp } from '../../../test/app.ts';
import { resetLinkOf, sendMails } from '../../../test/mails.ts';

const app = useTestApp();

const person = {
  userName: 'chidinma_okoro',
  email: 'okoro.family@mail.example',
  phoneNumber: '08037654321',
};
const register = (password: string, changed: Partial<typeof person> = {}) =>
  app.anybody().call('register', { ...person, ...changed, password, passwordCheck: password });

describe('a new password', () => {
  it.each([
    'password',
    '12345678',
    'qwertyui',
    'Password1',
    'P@ssw0rd1',
    'jesus123',
    'blessed123',
    'chelsea123',
    'nigeria1',
    'iloveyou',
    'drowssap',
    'aaaaaaaaaaaa',
    'abcdefgh',
  ])('is not a common one: %s', async (password) => {
    const { status, refusal } = await register(password);
    expect(status).toBe(400);
    expect(refusal.errors).toEqual([{ field: 'password', msg: expect.stringContaining('easy to guess') }]);
  });

  it.each([
    'chidinma_okoro',
    'chidinma123',
    'Okoro2024',
    '08037654321',
    '8037654321',
    '2348037654321',
    'Jara1234',
    'jarajara',
  ])('is not made of the own names or that of the shop: %s', async (password) => {
    expect((await register(password)).refusal.errors?.[0]?.field).toBe('password');
  });

  it('is asked for when it is changed and reset, too', async () => {
    const ada = await app.make.user();
    const easy = { newPassword: `${ada.userName}1`, newPasswordCheck: `${ada.userName}1` };
    const changed = await app.as(ada).call('changePassword', { oldPassword: ada.password, ...easy });
    expect(changed.refusal.errors?.[0]?.field).toBe('newPassword');
    await app.anybody().call('requestPasswordReset', { email: ada.email });
    await sendMails(app.context);
    const { userId, token } = resetLinkOf(app, ada.email);
    const reset = (password: object) => app.anybody().call('resetPassword', { userId, token, ...password });
    expect((await reset(easy)).refusal.errors?.[0]?.field).toBe('newPassword');
    // The link is not used up by it.
    const good = 'a longer pass phrase';
    expect((await reset({ newPassword: good, newPasswordCheck: good })).status).toBe(200);
  });

  it.each(['a long pass phrase', 'Tm7#kq!vRz', 'osondi owendi 7', 'long enough'])(
    'may be any other: %s',
    async (password) => {
      const number = 800_000 + password.length;
      const own = {
        userName: `person_${number}`,
        email: `p${number}@mail.example`,
        phoneNumber: `08051${number}`,
      };
      expect((await register(password, own)).status).toBe(201);
    },
  );

  it('of 128 signs is judged by its beginning', async () => {
    expect((await register('x9'.repeat(64))).refusal.errors?.[0]?.field).toBe('password');
  });
});

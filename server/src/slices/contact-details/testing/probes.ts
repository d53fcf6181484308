/** A request for every call about e-mail addresses and phone numbers, for `server/test/probes.ts`. */
import type { CallName } from '@jara/contract/paths.ts';
import { emailTokenOf, sendMails } from '../../../../test/mails.ts';
import type { Probe } from '../../../../test/probes.ts';
import { phoneCodeOf } from '../../../../test/text-messages.ts';

let numbers = 0;
/** Its last four digits choose nothing in the sandbox. */
const newPhone = (): string => {
  numbers += 1;
  return `0813${String(numbers).padStart(3, '0')}5555`;
};
const nothing: Probe = async () => ({});
/** Somebody whose phone can be reached. */
const reachable: Probe = async ({ app }, { caller }) => {
  await app.context.pool.run('update users set phone = $2 where id = $1', [caller.userId, newPhone()]);
  return {};
};

export const contactDetailsProbes = {
  getContactDetails: nothing,
  sendEmailLink: nothing,
  changeEmail: async (_stage, { caller }) => {
    numbers += 1;
    return { email: `new_${numbers}_${caller.email}`, password: caller.password };
  },
  answerEmailLink: async ({ app }, { owner }) => {
    await app.as(owner).call('sendEmailLink');
    await sendMails(app.context);
    return { token: emailTokenOf(app, owner.email), answer: 'confirm' };
  },
  sendPhoneCode: reachable,
  changePhone: async (_stage, { caller }) => ({ phoneNumber: newPhone(), password: caller.password }),
  confirmPhone: async ({ app }, { caller }) => {
    const phoneNumber = newPhone();
    await app.as(caller).call('changePhone', { phoneNumber, password: caller.password });
    return { code: phoneCodeOf(app, phoneNumber) };
  },
  correctContactDetails: async (_stage, { owner }) => ({
    id: String(owner.userId),
    phoneNumber: newPhone(),
    reason: 'The line is gone',
  }),
} satisfies Partial<Record<CallName, Probe>>;

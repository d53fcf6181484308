/** The e-mail address and the phone number of an account: proving that they are its owner's, and changing them. */
import { Type, type Static } from 'typebox';
import { call } from '../../call.ts';
import { EMAIL_LINK_HOURS, PHONE_CODE_MINUTES } from '../../constants.ts';
import { strongestFactor, strongestFactorRefusals } from '../../strongest-factor.ts';
import { StaffUser } from '../staff.ts';
import { Msg, Nullable, OfUser, Reason, Text, Timestamp } from '../../wire.ts';

const stepUp = { password: Text(1_000), ...strongestFactor };
const stepUpRefusals = ['wrong_password', ...strongestFactorRefusals] as const;
const codeWords = `A code of six digits, for ${PHONE_CODE_MINUTES} minutes and five tries. A newer one ends it.`;

/** An e-mail address that is to take the place of the present one. */
export const EmailChange = Type.Object({
  email: Type.String(),
  until: Timestamp,
});
export type EmailChange = Static<typeof EmailChange>;

export const getContactDetails = call('getContactDetails', {
  access: 'session',
  summary: 'Your e-mail address and phone number, and whether they are proved to be yours',
  replies: {
    200: Type.Object({
      email: Type.String(),
      isEmailConfirmed: Type.Boolean(),
      emailChange: Nullable(EmailChange),
      phoneNumber: Type.String(),
      isPhoneConfirmed: Type.Boolean(),
      sendsSms: Type.Boolean({
        description: 'Codes are sent to phones here; else staff correct a phone number',
      }),
    }),
  },
});

export const sendEmailLink = call('sendEmailLink', {
  access: 'session',
  summary: 'Mail a link by which you confirm your e-mail address',
  description: `The link works once, for ${EMAIL_LINK_HOURS} hours; a newer one ends it.`,
  replies: { 200: Type.Object({ msg: Msg }) },
  refusals: ['too_many_requests'],
});

export const changeEmail = call('changeEmail', {
  access: 'session',
  summary: 'Change the e-mail address; takes your password, and a code or the PIN where you have one',
  description:
    `A link goes to the new address: the change is made once it is opened, within ${EMAIL_LINK_HOURS} hours. The present address is told at once, with a link ` +
    'that agrees or stops it; stopping puts a change back that was made already, and logs everybody out. Unless the present address agreed before, ' +
    'money is held after the change (`money_held`). The answer does not say whether another account has the address.',
  body: Type.Object({ email: Text(254), ...stepUp }),
  replies: { 200: Type.Object({ msg: Msg, emailChange: EmailChange }) },
  refusals: [...stepUpRefusals, 'email_change_recent'],
  requiredMsg: 'All fields are required',
});

export const answerEmailLink = call('answerEmailLink', {
  access: 'public',
  beforeTotp: true,
  summary: 'Answer a link of a mail: confirm an address, or agree to a change of it or stop it',
  description:
    '`token` is what stands in the link after `#`. `confirm` confirms the address that got the mail, or agrees to the change that the mail tells of; ' +
    '`stop` is for the latter.',
  body: Type.Object({
    token: Text(200),
    answer: Type.Union([Type.Literal('confirm'), Type.Literal('stop')]),
  }),
  replies: { 200: Type.Object({ msg: Msg }) },
  refusals: ['link_over', 'email_taken'],
});

export const sendPhoneCode = call('sendPhoneCode', {
  access: 'session',
  summary: 'Send a code to your phone, by which you confirm the number',
  description: codeWords,
  replies: { 200: Type.Object({ msg: Msg }) },
  refusals: ['sms_unavailable', 'too_many_requests'],
});

export const changePhone = call('changePhone', {
  access: 'session',
  summary: 'Change the phone number; takes your password, and a code or the PIN where you have one',
  description: `A code goes to the new number; \`POST /auth/phone/confirm\` with it makes the change. ${codeWords}`,
  body: Type.Object({ phoneNumber: Text(30), ...stepUp }),
  replies: { 200: Type.Object({ msg: Msg }) },
  refusals: [...stepUpRefusals, 'sms_unavailable'],
  requiredMsg: 'All fields are required',
});

export const confirmPhone = call('confirmPhone', {
  access: 'session',
  summary: 'Confirm the phone number to which a code was sent',
  body: Type.Object({ code: Text(20) }),
  replies: { 200: Type.Object({ msg: Msg }) },
  refusals: ['wrong_code', 'code_over', 'phone_taken'],
  requiredMsg: 'Enter the code',
});

export const correctContactDetails = call('correctContactDetails', {
  access: 'admin',
  reads: 'user.userName',
  summary: 'Correct the e-mail address or the phone number of a user',
  description:
    'For a mistake that its owner cannot mend. Both addresses are told, the new one is not confirmed until its owner does, and a corrected e-mail ' +
    'address holds money as a reset of the password does. Sessions and API tokens stay. Never of the same person under another name (`forbidden`). Where two admins stand behind money ' +
    '({STAFF_SECOND_PERSON_ABOVE_NAIRA} is not 0), another e-mail address waits for a second admin (202) when the wallet and earnings of those whose address one admin has corrected alone in a day ' +
    'together hold more than that. An account that holds nothing waits for nobody, and a phone number by itself does not.',
  params: OfUser,
  body: Type.Object({
    email: Type.Optional(Text(254)),
    phoneNumber: Type.Optional(Text(30)),
    reason: Reason('Why'),
  }),
  replies: { 200: Type.Object({ msg: Msg, user: StaffUser }) },
  mayBeHeld: true,
  refusals: ['not_found', 'email_taken', 'phone_taken'],
  requiredFieldMsg: { reason: 'Say why' },
});

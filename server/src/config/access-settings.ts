/** How people and programs log in, what staff may do, and how often somebody may be wrong. */
import { flag, someOf, whole } from './setting.ts';

export const accessSettings = {
  session: {
    idleHours: whole('SESSION_IDLE_HOURS', {
      default: 12,
      range: [1, 720],
      means: 'a session ends after this time without use',
    }),
    absoluteDays: whole('SESSION_ABSOLUTE_DAYS', {
      default: 30,
      range: [1, 365],
      means: 'and after this time in any case',
    }),
    staffIdleMinutes: whole('STAFF_SESSION_IDLE_MINUTES', {
      default: 30,
      sandbox: 720,
      range: [5, 43_200],
      means: 'a session of staff ends after this time without use',
    }),
    staffHours: whole('STAFF_SESSION_HOURS', {
      default: 12,
      sandbox: 720,
      range: [1, 8_760],
      means: 'and after this time in any case',
    }),
  },
  apiTokenOverlapHours: whole('API_TOKEN_OVERLAP_HOURS', {
    default: 24,
    range: [0, 720],
    means: 'how long a rotated API token works beside the new one',
  }),
  apiTokenDailyLimitNaira: whole('API_TOKEN_DAILY_LIMIT_NAIRA', {
    default: 5_000,
    sandbox: 0,
    range: [0, 1_000_000_000],
    means: 'what a new API token may spend in 24 hours unless its owner says another sum; 0: no limit',
  }),
  staffTotp: flag('STAFF_TOTP', {
    default: 'in live mode',
    live: { must: true, words: 'may be off in the sandbox only' },
    means: 'admins and agents can do nothing before they have one of `STAFF_SECOND_FACTORS`',
  }),
  staffSecondFactors: someOf('STAFF_SECOND_FACTORS', ['totp', 'passkey'], {
    means:
      'what staff need one of, comma-separated: codes of an authenticator app, or a passkey. Without `totp` nobody can be tricked into giving it to a false page',
  }),
  securityEvents: {
    keepDays: whole('SECURITY_EVENTS_DAYS', {
      default: 400,
      range: [30, 3_650],
      means: 'how long it is kept who logged in, what was refused, and what guards an account changed',
    }),
    alarmRefusals: whole('SECURITY_ALARM_REFUSALS', {
      default: 300,
      sandbox: 1_000_000,
      range: [1, 1_000_000],
      means:
        'passwords, PINs and codes refused in ten minutes, over all accounts: from then on admins are told by mail',
    }),
  },
  staffReadsDays: whole('STAFF_READS_DAYS', {
    default: 400,
    range: [30, 3_650],
    means: 'how long it is kept who of the staff looked at whose data',
  }),
  staffStepUpMinutes: whole('STAFF_STEP_UP_MINUTES', {
    default: 5,
    sandbox: 0,
    range: [0, 1_440],
    means:
      'how old the password and code of staff may be that money, prices and settings are changed or users written to by; 0: they are not asked',
  }),
  sessionsStepUpMinutes: whole('SESSIONS_STEP_UP_MINUTES', {
    default: 10,
    sandbox: 0,
    range: [0, 1_440],
    means:
      'how old the login or step-up of somebody may be who logs other devices out; 0: nobody is asked again',
  }),
  beneficiaryTakesPassword: flag('BENEFICIARY_TAKES_PASSWORD', {
    default: 'in live mode',
    means:
      'whether a new beneficiary takes the password of whoever has neither two-step login nor a PIN; off: nothing is asked of them',
  }),
  loginCodes: {
    minutes: whole('LOGIN_CODE_MINUTES', {
      default: 10,
      sandbox: 0,
      range: [0, 60],
      means:
        'how long a code works that a login with a password takes on a device that the account does not know; 0: none is asked for',
    }),
    perHour: whole('LOGIN_CODES_PER_HOUR', {
      default: 5,
      range: [1, 1_000],
      means:
        'such codes that are mailed to one account from one network; twice as many from all networks, and four times as many in a day',
    }),
  },
  agent: {
    mayRefund: flag('AGENT_MAY_REFUND', {
      default: true,
      means: 'whether agents refund delivered purchases; admins always may',
    }),
  },
  staffDailyMaximum: {
    issueNaira: whole('STAFF_ISSUE_DAILY_MAXIMUM_NAIRA', {
      default: 1_000_000,
      sandbox: 1_000_000_000,
      range: [1, 1_000_000_000],
      means: 'what one admin may issue by transfers on one day in Lagos',
    }),
    refundNaira: whole('STAFF_REFUND_DAILY_MAXIMUM_NAIRA', {
      default: 500_000,
      sandbox: 1_000_000_000,
      range: [1, 1_000_000_000],
      means: 'what one admin or agent may refund on one day',
    }),
    decideNaira: whole('STAFF_DECISION_DAILY_MAXIMUM_NAIRA', {
      default: 2_000_000,
      sandbox: 1_000_000_000,
      range: [1, 1_000_000_000],
      means:
        'about what sum one admin may decide on one day, of what waits for staff, stands in suspense or is debited',
    }),
    appointments: whole('STAFF_APPOINTMENTS_DAILY_MAXIMUM', {
      default: 10,
      sandbox: 1_000_000,
      range: [1, 1_000_000],
      means: 'how often one admin may appoint, dismiss or limit staff and coupon vendors on one day',
    }),
  },
  staffReasonRequired: flag('STAFF_REASON_REQUIRED', {
    default: 'in live mode',
    means:
      'whether staff say why also where the body of the specification has no reason: when they issue, refund, make a coupon, set the price of one user or reset a password',
  }),
  staffSecondPerson: {
    aboveNaira: whole('STAFF_SECOND_PERSON_ABOVE_NAIRA', {
      default: 200_000,
      sandbox: 0,
      range: [0, 1_000_000_000],
      means:
        'what one of the staff may issue, refund, decide about or accept at suppliers alone in a day, each by itself, and what accounts may hold whose e-mail address they correct; beyond it, for debits, below cost and for who becomes an admin or is one no more a second admin confirms. 0: none',
    }),
    hours: whole('STAFF_REQUEST_HOURS', {
      default: 24,
      range: [1, 720],
      means: 'how long what a second admin has to confirm waits for one',
    }),
    newHours: whole('STAFF_NEW_HOURS', {
      default: 24,
      sandbox: 0,
      range: [0, 720],
      means:
        'how long whom a colleague made staff, or corrected in e-mail or phone, is neither of two people nor moves a sum alone, and whoever dismissed or stopped another admin appoints and dismisses none alone; whom the operator appoints counts at once. 0: off',
    }),
  },
  limits: {
    loginFailuresPer15Minutes: whole('LOGIN_FAILURES_PER_15_MINUTES', {
      default: 10,
      range: [1, 10_000],
      means:
        'wrong passwords for one account from one network or from one device that it knows, before `too_many_requests`',
    }),
    loginFailuresPerAccount: whole('LOGIN_FAILURES_PER_ACCOUNT', {
      default: 20,
      sandbox: 1_000_000,
      range: [1, 1_000_000],
      means:
        'the same for one account in 15 minutes from all networks together, but for devices that it knows; twice as many in 6 hours, three times as many in a day',
    }),
    loginFailuresPerNetwork: whole('LOGIN_FAILURES_PER_NETWORK', {
      default: 50,
      sandbox: 1_000_000,
      range: [1, 1_000_000],
      means:
        'the same from one network in 15 minutes for all accounts together, but from devices that they know',
    }),
    pinFailuresPerHour: whole('PIN_FAILURES_PER_HOUR', {
      default: 5,
      range: [1, 1_000],
      means:
        'wrong PINs of one user on a device that knows the PIN, and on all others together, before `too_many_requests`; three times as many in a day',
    }),
    totpFailuresPer15Minutes: whole('TOTP_FAILURES_PER_15_MINUTES', {
      default: 5,
      range: [1, 1_000],
      means:
        'wrong codes of one user on one device where the second factor was given, and on all others together, before `too_many_requests`; three times as many of the app in a day',
    }),
    passkeyFailuresPer15Minutes: whole('PASSKEY_FAILURES_PER_15_MINUTES', {
      default: 10,
      range: [1, 1_000],
      means: 'passkeys of one user that did not work, before `too_many_requests`',
    }),
    registrationsPerHour: whole('REGISTRATIONS_PER_HOUR', {
      default: 300,
      range: [1, 1_000_000],
      means: 'registrations from one network; beyond them each takes a code by mail',
    }),
    takenAddressesPerHour: whole('TAKEN_ADDRESSES_PER_HOUR', {
      default: 40,
      sandbox: 1_000_000,
      range: [1, 1_000_000],
      means:
        'different e-mail addresses and phone numbers that somebody has, in registrations from one network; after three quarters of them a registration from there takes a code by mail, and after all of them nobody registers from there for the rest of the hour. Each of them says who has an account: more than people behind one address forget in an hour only helps whoever tries out a list',
    }),
    meterChecksPerHour: whole('METER_CHECKS_PER_HOUR', {
      default: 20,
      range: [1, 100_000],
      means: 'questions whose meter it is, of one user by sessions; as many wrong numbers in purchases',
    }),
    meterChecksPerHourByToken: whole('METER_CHECKS_PER_HOUR_BY_API_TOKEN', {
      default: 600,
      range: [1, 100_000],
      means: 'the same by all API tokens of one user',
    }),
    passwordResetsPerHour: whole('PASSWORD_RESETS_PER_HOUR', {
      default: 3,
      range: [1, 10_000],
      means: 'links to choose a new password that go to one account',
    }),
    passwordResetsPerHourAndAddress: whole('PASSWORD_RESETS_PER_HOUR_AND_ADDRESS', {
      default: 10,
      range: [1, 1_000_000],
      means:
        'how often such links are asked for from one address before each account gets one an hour from there, but on devices that it knows. Nobody is refused by it',
    }),
    emailLinksPerHour: whole('EMAIL_LINKS_PER_HOUR', {
      default: 5,
      range: [1, 10_000],
      means: 'links to confirm an e-mail address that one user may have mailed, to whatever address',
    }),
    identityChecksPerHour: whole('IDENTITY_CHECKS_PER_HOUR', {
      default: 5,
      range: [1, 10_000],
      means: 'how often one user may have a number checked',
    }),
    couponFailuresPerHour: whole('COUPON_FAILURES_PER_HOUR', {
      default: 5,
      range: [1, 10_000],
      means: 'wrong coupon codes of one user',
    }),
    couponFailuresPerHourAndAddress: whole('COUPON_FAILURES_PER_HOUR_AND_ADDRESS', {
      default: 20,
      range: [1, 1_000_000],
      means: 'wrong coupon codes from one address',
    }),
  },
};

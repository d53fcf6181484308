/**
 * What runs by itself. Each job claims what it works on in the database, so that any number of processes may run them; of the processes of
 * one start the first does, and where they do nothing else all of them do. Only what a process has to know itself is looked at in each.
 */
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '@jara/contract/time-units.ts';
import { accountLinks, removeOldResetTokens } from '../slices/accounts/reset-links.ts';
import { removeOldEmailChanges } from '../slices/contact-details/email-changes.ts';
import { deviceCodeLinks, removeOldDeviceCodes } from '../slices/login-codes/device-codes.ts';
import { loginCodeLinks, removeOldLoginCodes } from '../slices/login-codes/login-codes.ts';
import { registrationCodeLinks } from '../slices/login-codes/registration-codes.ts';
import { emailLinks, removeOldEmailLinks } from '../slices/contact-details/email-links.ts';
import { beginScheduledPrices } from '../slices/plans/begin-scheduled-prices.ts';
import { checkSupplierFloats } from '../slices/suppliers/supplier-floats.ts';
import { expireCoupons } from '../slices/coupons/expire-coupons.ts';
import { expireContacts } from '../slices/contacts/expire-contacts.ts';
import type { Context } from './context.ts';
import { checkBankBalance } from '../slices/solvency/bank-balances.ts';
import { checkPayments } from '../slices/funding/check-payments.ts';
import { rollUpHouseBalances } from '../ledger/balances.ts';
import { sumUpTransactions } from '../ledger/sums/sum-up.ts';
import { sumUpUsers } from '../ledger/sums/user-sums.ts';
import { headOfChain, sealRows } from '../ledger/chain/seals.ts';
import { headText, signHead } from '../ledger/chain/signed-head.ts';
import { removeOldIdentityChecks } from '../slices/kyc/identity-checks.ts';
import { countEndedCampaigns } from '../slices/mails/campaigns.ts';
import { createMailOutbox, removeOldMails } from '../slices/mails/send-due.ts';
import { removeOldAlarms } from '../slices/mails/staff-alarms.ts';
import { removeOldAttempts } from '../platform/attempts.ts';
import { removeOldKeys } from '../platform/idempotency.ts';
import { removeOldSessions } from '../platform/session.ts';
import { removeOldPhoneCodes } from '../slices/phone-codes/phone-codes.ts';
import { createPushOutbox } from '../slices/push/deliver.ts';
import { removeOldMeterChecks } from '../slices/purchases/meter.ts';
import { askAfterRestore } from '../slices/recovery/ask-after-restore.ts';
import { requeryDue } from '../slices/purchases/requery.ts';
import { checkReturns } from '../slices/purchases/return-checks.ts';
import { removeOldStaffReads } from '../slices/staff-actions/record-staff-reads.ts';
import { removeOldSecurityEvents, watchGuessing } from '../slices/security-events/watch-guessing.ts';
import { archiveDue } from '../slices/archive/archive-due.ts';
import { removeOldApiTokens } from '../slices/api-tokens/api-tokens.ts';
import { removeOldChallenges } from '../slices/step-up/passkeys/challenges.ts';
import { removeDuePin } from '../slices/step-up/pin-removals.ts';
import { removeOldTokenSpends } from '../slices/api-tokens/token-limit.ts';
import { removeOldDevices } from '../slices/sessions/devices.ts';
import { removeOldReceiverSends } from '../slices/spending-controls/new-receivers.ts';
import { removeOldSends } from '../slices/spending-controls/velocity-limit.ts';
import { settleSavedHooks } from '../slices/reserved-accounts/settle-saved-hooks.ts';
import { checkReturnedPayouts, askAboutDuePayouts } from '../slices/withdrawals/requery.ts';
import { createBackupWatch } from './watch-backups.ts';
import { repeatJobs, type Job } from './repeat-jobs.ts';
import { createReseal } from './reseal.ts';
import { removeOldMessages } from '../slices/webhooks/remove-old-messages.ts';
import { createTextNoticeOutbox } from '../slices/text-notices/send-due.ts';
import { createWebhookOutbox } from '../slices/webhooks/deliver.ts';

const jobsOfEach: Job<Context>[] = [
  {
    name: 'look whether the shop is closed',
    everyMs: 5 * SECOND_MS,
    run: ({ shop }) => shop.look().then(() => false),
  },
];

const jobs: Job<Context>[] = [
  { name: 'requery purchases', everyMs: SECOND_MS, run: async (context) => (await requeryDue(context)) > 0 },
  {
    name: 'requery withdrawals',
    everyMs: SECOND_MS,
    run: async (context) => (await askAboutDuePayouts(context)) > 0,
  },
  {
    name: 'check returns of purchases',
    everyMs: SECOND_MS,
    run: (context) => checkReturns(context).then(() => false),
  },
  {
    name: 'check returns of withdrawals',
    everyMs: SECOND_MS,
    run: (context) => checkReturnedPayouts(context).then(() => false),
  },
  {
    name: 'settle saved hooks',
    everyMs: 10 * SECOND_MS,
    run: (context) => settleSavedHooks(context).then(() => false),
  },
  {
    name: 'check payments',
    everyMs: 2 * SECOND_MS,
    run: async (context) => (await checkPayments(context)) > 0,
  },
  {
    name: 'read supplier floats',
    everyMs: MINUTE_MS,
    run: (context) => checkSupplierFloats(context).then(() => false),
  },
  {
    name: 'read the bank balance',
    everyMs: MINUTE_MS,
    run: (context) => checkBankBalance(context).then(() => false),
  },
  { name: 'remove PINs that waited', everyMs: MINUTE_MS, run: removeDuePin },
  { name: 'begin planned prices', everyMs: 5 * SECOND_MS, run: beginScheduledPrices },
  {
    name: 'roll up house balances',
    everyMs: 10 * SECOND_MS,
    run: ({ pool }) => rollUpHouseBalances(pool),
  },
  {
    name: 'audit new postings',
    everyMs: MINUTE_MS,
    run: ({ booksAudit }) => booksAudit.auditNew(),
  },
  {
    name: 'audit the books',
    everyMs: HOUR_MS / 4,
    run: ({ booksAudit }) => booksAudit.renewWhenDue(),
  },
  {
    name: 'ask what a restore has lost',
    everyMs: 5 * SECOND_MS,
    run: (context) => askAfterRestore(context).then(() => false),
  },
  { name: 'seal with the present key', everyMs: 10 * MINUTE_MS, run: createReseal() },
  { name: 'watch the backups', everyMs: MINUTE_MS, run: createBackupWatch() },
  { name: 'sum up transactions', everyMs: 10 * SECOND_MS, run: ({ pool }) => sumUpTransactions(pool) },
  { name: 'sum up users', everyMs: 10 * SECOND_MS, run: ({ pool }) => sumUpUsers(pool) },
  { name: 'count ended campaigns', everyMs: MINUTE_MS, run: ({ pool }) => countEndedCampaigns(pool) },
  // Within ten seconds of its commit, the round itself among them.
  { name: 'seal what is final', everyMs: 5 * SECOND_MS, run: ({ pool }) => sealRows(pool) },
  { name: 'log the head of the chain', everyMs: HOUR_MS, run: logHead },
  {
    name: 'expire contacts',
    everyMs: HOUR_MS,
    run: (context) => expireContacts(context).then(() => false),
  },
  { name: 'expire coupons', everyMs: MINUTE_MS, run: expireCoupons },
  { name: 'watch guessing', everyMs: MINUTE_MS, run: (context) => watchGuessing(context).then(() => false) },
  { name: 'remove old security events', everyMs: HOUR_MS, run: removeOldSecurityEvents },
  {
    name: 'archive answers of suppliers',
    everyMs: HOUR_MS,
    run: (context) => archiveDue(context, 'supplier_answers'),
  },
  {
    name: 'archive answers of banks',
    everyMs: HOUR_MS,
    run: (context) => archiveDue(context, 'bank_answers'),
  },
  {
    name: 'archive bodies of hooks',
    everyMs: HOUR_MS,
    run: (context) => archiveDue(context, 'hook_bodies'),
  },
  { name: 'remove old staff reads', everyMs: HOUR_MS, run: removeOldStaffReads },
  { name: 'remove old webhook messages', everyMs: HOUR_MS, run: removeOldMessages },
  { name: 'forget what has expired', everyMs: HOUR_MS, run: forgetExpired },
];

/** Whoever keeps the log elsewhere can prove by it that nothing before it was changed: `npm run books -- --head`. */
async function logHead({ pool, keys, log }: Context): Promise<boolean> {
  const head = await headOfChain(pool);
  if (head !== undefined)
    log.info({ head: headText(head), ...signHead(keys, head) }, 'the head of the chain of the books');
  return false;
}

async function forgetExpired(context: Context): Promise<boolean> {
  const { pool, config } = context;
  await removeOldSessions(pool, config.session);
  await removeOldApiTokens(pool);
  await removeOldDevices(pool);
  await removeOldSends(pool);
  await removeOldReceiverSends(pool);
  await removeOldTokenSpends(pool);
  await removeOldAttempts(pool);
  await removeOldChallenges(pool);
  await removeOldResetTokens(pool);
  await removeOldEmailLinks(pool);
  await removeOldEmailChanges(pool);
  await removeOldPhoneCodes(pool);
  await removeOldLoginCodes(pool);
  await removeOldDeviceCodes(pool);
  await removeOldIdentityChecks(pool);
  await removeOldMails(context);
  await removeOldAlarms(pool);
  await removeOldMeterChecks(pool);
  return removeOldKeys(pool);
}

/** Their rounds only begin what is due; an answer that is long in coming holds up no round. */
const outboxesOf = (context: Context) => [
  { name: 'deliver webhooks', outbox: createWebhookOutbox(context) },
  { name: 'send notices to devices', outbox: createPushOutbox(context) },
  { name: 'send text messages', outbox: createTextNoticeOutbox(context) },
  {
    name: 'send mails',
    outbox: createMailOutbox(context, {
      ...accountLinks(context),
      ...emailLinks(context),
      ...loginCodeLinks(context),
      ...deviceCodeLinks(context),
      ...registrationCodeLinks(context),
    }),
  },
];

const runsJobs = ({ config, siblings }: Context): boolean =>
  config.role === 'worker' || (config.role === 'both' && siblings.number === 1);

/**
 * Starts all jobs where this process runs them, and elsewhere what each has to do. The returned function stops them and waits for the
 * round that is running.
 */
export function startJobs(context: Context): () => Promise<void> {
  const runsAll = runsJobs(context);
  const outboxes = runsAll ? outboxesOf(context) : [];
  const rounds = outboxes.map(({ name, outbox }) => ({
    name,
    everyMs: SECOND_MS,
    run: () => outbox.sendDue(),
  }));
  const stop = repeatJobs([...jobsOfEach, ...(runsAll ? jobs : []), ...rounds], context);
  return async () => {
    await Promise.all([stop(), ...outboxes.map(({ outbox }) => outbox.stop())]);
  };
}

/** What is measured for whoever watches the shop: money that waits, queues, suppliers, the last books audit. */
import type { Registry } from 'prom-client';
import type { Context } from './context.ts';
import { readOwed } from '../ledger/balances.ts';
import { backupState } from './watch-backups.ts';
import type { BackupState } from '../backup/backup-state.ts';
import { addGauge, openMeasures, type Measures, type Reading } from '../platform/metrics.ts';
import { readBankBalances } from '../slices/solvency/bank-balances.ts';
import { readCounter } from '../database/replica-reads.ts';
import { WAITS_FOR_STAFF } from '../slices/review-queue/list-waiting.ts';
import { OPEN_SUSPENSE } from '../slices/suspense/list-suspense.ts';
import { securityEventCounter } from '../slices/security-events/record-security-event.ts';

/** Queues by name: how many wait, and since when the oldest does. Each is read by the index of those that wait. */
const QUEUES = `
  select 'purchases' as queue, count(*), min(sent_at) as since from purchase_attempts where next_check_at is not null
  union all select 'payments', count(*), min(created_at) from payments where next_check_at is not null
  union all select 'withdrawals', count(*), min(sent_at) from withdrawals where next_check_at is not null
  union all select 'mails', count(*), min(created_at) from mails where next_try_at is not null
  union all select 'webhooks', count(*), min(created_at) from webhook_messages where next_try_at is not null
  union all select 'notices', count(*), min(created_at) from push_messages
  union all select 'text messages', count(*), min(created_at) from text_notices
  union all select 'hooks', count(*), min(received_at) from hook_events where handled_at is null and provider = 'paymentpoint'
  union all select 'suspense', count(*), min(posted_at) from ${OPEN_SUSPENSE} p
  union all select 'review', count(*), min(t.created_at) from (${WAITS_FOR_STAFF}) q join transactions t on t.id = q.transaction_id`;

export function createMeasures(context: Context): Measures {
  const { pool } = context;
  const measures = openMeasures(context.siblings);
  const registry = measures.ofInstallation;
  const queues = () => pool.rows<{ queue: string; count: bigint; since: Date | null }>(QUEUES);
  addGauge(registry, {
    name: 'jara_queue_length',
    help: 'What waits to be asked about, sent or settled',
    label: 'queue',
    read: async () => (await queues()).map(({ queue, count }) => ({ of: queue, value: Number(count) })),
  });
  addGauge(registry, {
    name: 'jara_queue_oldest_seconds',
    help: 'How long the oldest of them has been waiting',
    label: 'queue',
    read: async () =>
      (await queues()).map(({ queue, since }) => ({
        of: queue,
        value: since === null ? 0 : (Date.now() - since.getTime()) / 1_000,
      })),
  });
  addGauge(registry, {
    name: 'jara_supplier_float_kobo',
    help: 'Our money at each supplier as it said last',
    label: 'supplier',
    read: () => floats('float_kobo::text'),
  });
  addGauge(registry, {
    name: 'jara_supplier_float_read_timestamp_seconds',
    help: 'When each supplier said so',
    label: 'supplier',
    read: () => floats('extract(epoch from read_at)::text'),
  });
  addGauge(registry, {
    name: 'jara_supplier_float_drift_kobo',
    help: 'By how much more (or less, below nought) each supplier states than the books explain',
    label: 'supplier',
    read: () => floats('coalesce(drift_kobo, 0)::text'),
  });
  addGauge(registry, {
    name: 'jara_bank_balance_kobo',
    help: 'What is left at the bank to pay withdrawals from, as it said last',
    label: 'bank',
    read: async () =>
      (await readBankBalances(pool)).flatMap(({ bank, balanceKobo }) =>
        balanceKobo === null ? [] : [{ of: bank, value: Number(balanceKobo) }],
      ),
  });
  addGauge(registry, {
    name: 'jara_owed_kobo',
    help: 'What is owed to users, and in suspense',
    read: async () => [{ value: Number((await readOwed(pool)).total) }],
  });
  addBooksGauges(registry, context);
  addBackupGauges(registry, context);
  addSilenceGauges(measures.ofProcess, context);
  measures.ofProcess.registerMetric(securityEventCounter);
  measures.ofProcess.registerMetric(readCounter);

  async function floats(column: string): Promise<Reading[]> {
    const rows = await pool.rows<{ of: string; value: string }>(
      `select supplier as of, ${column} as value from supplier_floats where read_at is not null`,
    );
    return rows.map(({ of, value }) => ({ of, value: Number(value) }));
  }
  return measures;
}

function addBooksGauges(registry: Registry, { pool, booksAudit }: Context): void {
  addGauge(registry, {
    name: 'jara_transactions_without_sums',
    help: 'Ids of transactions that the kept sums have not come to: each list adds them up one by one',
    read: async () => {
      const { count } = await pool.get<{ count: bigint }>(
        'select coalesce(last_value, 0) - up_to_id as count from pg_sequences, transaction_sums_mark where sequencename = $1',
        ['transactions_id_seq'],
      );
      return [{ value: Number(count) }];
    },
  });
  const lastAudits = async () => {
    const last = await booksAudit.last();
    return last === null ? [] : [last];
  };
  addGauge(registry, {
    name: 'jara_books_broken_rules',
    help: 'Rules of the books that did not hold at the last books audit',
    read: async () => (await lastAudits()).map(({ brokenRules }) => ({ value: brokenRules })),
  });
  addGauge(registry, {
    name: 'jara_books_audited_timestamp_seconds',
    help: 'When the books were audited last',
    read: async () => (await lastAudits()).map(({ auditedAt }) => ({ value: auditedAt.getTime() / 1_000 })),
  });
  addGauge(registry, {
    name: 'jara_books_wholly_audited_timestamp_seconds',
    help: 'When the last whole audit of the books ended',
    read: async () => {
      const at = await booksAudit.wholeAt();
      return at === null ? [] : [{ value: at.getTime() / 1_000 }];
    },
  });
}

/** Whether the database answers this process: what a server that died without a word shows first. */
function addSilenceGauges(registry: Registry, { pool, purchases }: Context): void {
  addGauge(registry, {
    name: 'jara_listener_silent_seconds',
    help: 'How long the most silent of the connections that hear of changes has not answered',
    read: async () => [{ value: pool.listeners.silentSeconds() }],
  });
  addGauge(registry, {
    name: 'jara_purchases_oldest_commit_seconds',
    help: 'How long the oldest purchase has been waiting for the commit that opens or settles it',
    label: 'commit',
    read: async () =>
      (['open', 'settle'] as const).map((of) => ({ of, value: purchases.oldestCommitSeconds(of) })),
  });
  addGauge(registry, {
    name: 'jara_purchases_queued_for_commit',
    help: 'How many purchases wait for the batch that opens or settles them',
    label: 'commit',
    read: async () =>
      (['open', 'settle'] as const).map((of) => ({ of, value: purchases.queuedForCommit(of) })),
  });
  addGauge(registry, {
    name: 'jara_last_commit_timestamp_seconds',
    help: 'When a commit that was written to see whether the database can write reached its disk last; 0 before the first',
    read: async () => [{ value: (pool.lastWrittenAt()?.getTime() ?? 0) / 1_000 }],
  });
}

/** None where no backups are made: an alarm on their age is then silent. */
function addBackupGauges(registry: Registry, context: Context): void {
  if (backupState(context) === undefined) return;
  const add = (name: string, help: string, of: (state: BackupState) => number | undefined): void =>
    addGauge(registry, {
      name,
      help,
      read: async () => {
        const state = backupState(context);
        const value = state === undefined ? undefined : of(state);
        return value === undefined ? [] : [{ value }];
      },
    });
  const seconds = (time: Date | undefined): number | undefined =>
    time === undefined ? undefined : time.getTime() / 1_000;
  add(
    'jara_backup_timestamp_seconds',
    'When the last whole backup was begun; 0 when there is none',
    (state) => seconds(state.lastBackupAt) ?? 0,
  );
  add(
    'jara_backup_log_timestamp_seconds',
    'When the newest piece of the log of the database was archived',
    (state) => seconds(state.lastWalAt) ?? 0,
  );
  add(
    'jara_backup_log_waiting_seconds',
    'How long the oldest piece that is not archived has been waiting',
    (state) => (state.waitingSince === undefined ? 0 : (Date.now() - state.waitingSince.getTime()) / 1_000),
  );
}

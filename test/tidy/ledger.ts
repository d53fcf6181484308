/** Who writes which table. Money moves in one room only. */
import { isTest, matches, type Problem, type Repository, type Rule } from './repository.ts';
import { sourceOf } from './source.ts';

const ledgerTables = new Set(['accounts', 'postings', 'entries', 'house_balances']);

/** The two commits of a purchase: they write what `write_posting` writes, for many purchases at once. */
const purchaseFunctions = ['open_purchases', 'settle_purchases', 'settle_other_outcomes'];

/** What else may write the books: the program itself has no right to. */
const ledgerFunctions = new Set([
  ...purchaseFunctions,
  'write_posting',
  'open_house_account',
  'open_user_accounts',
  'roll_up_house_balances',
]);

/** Table -> the slices, or the folders or files of server/src, whose statements may change it; seed/ fills what is empty. */
const tableWriters: Readonly<Record<string, readonly string[]>> = {
  account_kinds: ['migrations'],
  transaction_types: ['migrations'],
  networks: ['migrations'],
  identity_kinds: ['migrations'],
  mail_kinds: ['migrations'],
  security_event_kinds: ['migrations'],
  accounts: ['ledger/'],
  postings: ['ledger/'],
  entries: ['ledger/'],
  house_balances: ['ledger/'],
  seals: ['ledger/'],
  books_audits: ['ledger/'],
  books_audit_runs: ['ledger/'],
  recorded_rights: ['triggers'],
  standings: ['standings/'],
  users: ['accounts/'],
  sessions: ['platform/session.ts', 'platform/sessions/'],
  session_tokens: ['platform/sessions/'],
  api_tokens: ['api-tokens/', 'platform/sessions/'],
  api_token_networks: ['api-tokens/'],
  api_token_spends: ['api-tokens/', 'open_purchases'],
  api_token_hours: ['api-tokens/', 'open_purchases'],
  pins: ['step-up/'],
  pin_removals: ['step-up/'],
  devices: ['sessions/', 'platform/sessions/see-device.ts'],
  new_device_sends: ['spending-controls/'],
  receivers: ['spending-controls/'],
  new_receiver_sends: ['spending-controls/'],
  second_factors: ['step-up/'],
  recovery_codes: ['step-up/'],
  passkeys: ['passkeys/', 'step-up/'],
  passkey_owners: ['passkeys/'],
  passkey_challenges: ['step-up/'],
  attempt_counters: ['platform/attempts.ts'],
  contacts: ['contacts/'],
  customer_copies: ['customer-copy/'],
  selling_prices: ['customer-copy/'],
  plans: ['plans/', 'seed/'],
  supplier_plans: ['plans/', 'seed/'],
  services: ['catalogue/', 'seed/'],
  service_alerts: ['catalogue/'],
  supplier_routes: ['suppliers/', 'seed/'],
  price_schedules: ['plans/'],
  scheduled_prices: ['plans/'],
  special_prices: ['pricing/'],
  cost_prices: ['pricing/'],
  airtime_costs: ['pricing/', 'seed/'],
  electricity_costs: ['seed/'],
  supplier_floats: ['suppliers/'],
  bank_balances: ['solvency/'],
  provider_paces: ['platform/provider-paces.ts'],
  meter_checks: ['purchases/'],
  transactions: ['transactions/', 'funding/'],
  purchase_attempts: ['purchases/'],
  transaction_sums: ['ledger/sums/'],
  summed_users: ['ledger/sums/'],
  transaction_sums_mark: ['ledger/sums/'],
  transactions_apart: ['ledger/sums/'],
  user_sums: ['ledger/sums/'],
  user_sums_mark: ['ledger/sums/'],
  users_apart: ['ledger/sums/'],
  idempotency_keys: ['platform/idempotency.ts'],
  payments: ['funding/', 'mark_decided_suspense'],
  account_enquiries: ['withdrawals/'],
  beneficiaries: ['withdrawals/'],
  withdrawals: ['withdrawals/'],
  hook_events: ['funding/', 'reserved-accounts/'],
  staff_actions: ['staff-actions/'],
  staff_requests: ['staff-actions/'],
  staff_reads: ['staff-actions/'],
  staff_limits: ['staff-actions/'],
  identities: ['identity/'],
  identity_checks: ['kyc/', 'identity/'],
  identity_hash_keys: ['identity/'],
  reserved_accounts: ['reserved-accounts/'],
  bank_transfers: ['reserved-accounts/', 'mark_decided_suspense'],
  suspense_decisions: ['suspense/'],
  debits: ['debits/'],
  disputes: ['disputes/'],
  dispute_messages: ['disputes/'],
  recoveries: ['recovery/'],
  recovery_items: ['recovery/'],
  refunds_without_loss: ['migrations'],
  staff_alarms: ['mails/'],
  security_events: ['security-events/', 'platform/sessions/'],
  coupons: ['coupons/'],
  referral_rewards: ['referrals/'],
  archive_files: ['archive/'],
  archive_marks: ['archive/'],
  archive_left: ['archive/'],
  archive_folders: ['archive/'],
  webhook_endpoints: ['webhooks/', 'platform/sessions/'],
  webhook_messages: ['webhooks/'],
  webhook_tries: ['webhooks/'],
  push_keys: ['push/'],
  push_subscriptions: ['push/'],
  push_messages: ['push/'],
  mail_campaigns: ['mails/'],
  mail_campaign_counts: ['triggers'],
  mails: ['mails/'],
  mail_preferences: ['mails/'],
  password_resets: ['accounts/'],
  email_links: ['contact-details/'],
  email_changes: ['contact-details/'],
  phone_codes: ['phone-codes/'],
  text_notices: ['text-notices/'],
  login_codes: ['login-codes/'],
  device_codes: ['login-codes/'],
  notifications: ['notifications/'],
  catalogue_version: ['functions/publish_catalogue_change.sql'],
  installation: ['migrations'],
  schema_migrations: ['database/migrate.ts'],
  schema_functions: ['database/migrate.ts'],
};

const WRITES =
  /\b(?:insert\s+into|update|delete\s+from|truncate(?:\s+table)?|merge\s+into|copy)\s+(?:only\s+)?(?:public\.)?([a-z_]+)\b/gi;
/** A statement whose table is put in at run time cannot be checked. */
const OPEN_END = /\b(?:insert\s+into|delete\s+from|truncate(?:\s+table)?|merge\s+into)\s+$/i;

function* writes(text: string): Generator<{ table: string; line: number }> {
  for (const { match, line } of matches(text, WRITES)) yield { table: match[1]?.toLowerCase() ?? '', line };
}

const isStatementFile = (path: string): boolean =>
  path.startsWith('server/src/') && path.endsWith('.ts') && !isTest(path);

const writersRule: Rule = {
  name: 'only the ledger writes the books, and no slice writes the tables of another',
  check(repository) {
    const problems: Problem[] = [];
    for (const path of [...repository.keys()].filter(isStatementFile)) {
      const place = path.replace(/^server\/src\/(?:slices\/)?/, '');
      for (const string of sourceOf(repository, path).strings) {
        if (OPEN_END.test(string.text)) {
          problems.push({ path, line: string.line, says: 'write the name of the table into the statement' });
        }
        for (const { table, line } of writes(string.text)) {
          const writers = tableWriters[table];
          if (writers === undefined || writers.some((writer) => place.startsWith(writer))) continue;
          const says = `${table} is written by ${writers.join(' and ')} only`;
          problems.push({ path, line: string.line + line - 1, says });
        }
      }
    }
    return problems;
  },
};

interface SqlFunction {
  name: string;
  start: number;
  end: number;
}

/** The bodies of the functions that a file makes. */
function functionsIn(sql: string): SqlFunction[] {
  return [...sql.matchAll(/create\s+(?:or\s+replace\s+)?function\s+(\w+)[\s\S]*?\$\$([\s\S]*?)\$\$/gi)].map(
    (match) => ({ name: match[1] ?? '', start: match.index, end: match.index + match[0].length }),
  );
}

/** The same length, so that lines stay where they are. */
const withoutComments = (sql: string): string =>
  sql.replaceAll(/--[^\n]*/g, (comment) => ' '.repeat(comment.length));

const schemaRule: Rule = {
  name: 'in the schema, only the functions of the ledger write the books',
  check(repository) {
    const problems: Problem[] = [];
    for (const path of schemaFiles(repository)) {
      const sql = withoutComments(repository.get(path) ?? '');
      const functions = functionsIn(sql);
      for (const { match, index, line } of matches(sql, WRITES)) {
        const table = match[1]?.toLowerCase() ?? '';
        if (!ledgerTables.has(table)) continue;
        const inside = functions.find(({ start, end }) => start <= index && index < end);
        if (inside !== undefined && ledgerFunctions.has(inside.name)) continue;
        const where = inside === undefined ? 'a statement' : `the function ${inside.name}`;
        problems.push({ path, line, says: `${where} writes ${table}` });
      }
    }
    return problems;
  },
};

const schemaFiles = (repository: Repository): string[] =>
  [...repository.keys()].filter((path) => /^server\/database\/.*\.sql$/.test(path));

const ownersRule: Rule = {
  name: 'every table has its writers listed',
  check(repository) {
    const problems: Problem[] = [];
    const files = schemaFiles(repository).map(
      (path) => [path, withoutComments(repository.get(path) ?? '')] as const,
    );
    const renames = new Map(
      files.flatMap(([, sql]) =>
        [...sql.matchAll(/alter\s+table\s+(\w+)\s+rename\s+to\s+(\w+)/gi)].map(([, from, to]) => [from, to]),
      ),
    );
    for (const [path, sql] of files) {
      for (const { match, line } of matches(sql, /create\s+table\s+(?:if\s+not\s+exists\s+)?(\w+)/gi)) {
        const table = renames.get(match[1]) ?? match[1] ?? '';
        if (Object.hasOwn(tableWriters, table)) continue;
        problems.push({ path, line, says: `say in test/tidy/ledger.ts who writes ${table}` });
      }
    }
    return problems;
  },
};

const callersRule: Rule = {
  name: 'the purchase functions are called by queues.ts and settle.ts only',
  check(repository) {
    const problems: Problem[] = [];
    for (const path of [...repository.keys()].filter(isStatementFile)) {
      if (
        path === 'server/src/slices/purchases/queues.ts' ||
        path === 'server/src/slices/purchases/settle.ts'
      )
        continue;
      for (const { text, line } of sourceOf(repository, path).strings) {
        const called = purchaseFunctions.find((name) => text.includes(`${name}(`));
        if (called !== undefined)
          problems.push({ path, line, says: `${called} has its batch queue: use purchases.ts` });
      }
    }
    return problems;
  },
};

const FUNCTION_FILE =
  /^server\/database\/functions\/(?:(?:archive|triggers|removal|requery|spending|sums|identity)\/)?(\w+)\.sql$/;

const definitionsRule: Rule = {
  name: 'each function of the database has one definition, in the file with its name',
  check(repository) {
    const problems: Problem[] = [];
    for (const path of schemaFiles(repository)) {
      const own = FUNCTION_FILE.exec(path)?.[1];
      const sql = withoutComments(repository.get(path) ?? '');
      const found = [...matches(sql, /\bcreate\s+(or\s+replace\s+)?function\s+(\w+)/gi)];
      for (const { match, line } of found) {
        if (match[2] === own && match[1] !== undefined) continue;
        const says = `define ${match[2]} with create or replace in server/database/functions/${match[2]}.sql`;
        problems.push({ path, line, says });
      }
      if (own === undefined) continue;
      if (found.length !== 1) problems.push({ path, line: 1, says: `it has to define ${own}, once` });
      for (const { match, line } of matches(sql, /\bcreate\s+(constraint\s+)?trigger\s+(\w+)/gi)) {
        // PostgreSQL replaces no constraint trigger.
        if (match[1] !== undefined && sql.includes(`drop trigger if exists ${match[2]} on `)) continue;
        problems.push({ path, line, says: 'it runs again when it changes: create or replace trigger' });
      }
    }
    return problems;
  },
};

export const ledgerRules: Rule[] = [writersRule, schemaRule, ownersRule, definitionsRule, callersRule];

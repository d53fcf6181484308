/** What is held against a run when all has become final. */
import { audit } from '../src/ledger/audit.ts';
import { verifyChain } from '../src/ledger/chain/chain-rules.ts';
import { sealRows } from '../src/ledger/chain/seals.ts';
import type { Pool } from '../src/platform/db.ts';
import { falseAnswers } from './answer-oracle.ts';
import type { Client } from './client.ts';
import type { Counts } from './counts.ts';
import { floatBreaks } from './float-oracle.ts';
import type { Installation } from './installation.ts';
import { compareJournal } from './journal-oracle.ts';
import type { Load } from './load.ts';
import { readMade } from './made.ts';
import { findDrift } from './model.ts';
import type { Cast } from './people.ts';
import type { Settled } from './quiet-phase.ts';
import type { Races } from './races/races.ts';
import { solvencyBreaks, unwrittenMessages } from './shop-oracle.ts';
import type { Findings } from './report.ts';

interface Examined {
  installation: Installation;
  client: Client;
  cast: Cast;
  load: Load;
  settled: Settled;
  races: Races;
  counts: Counts;
}

export async function examine(examined: Examined): Promise<Findings> {
  const { installation, client, cast, load, settled, races, counts } = examined;
  const { owner, databaseProxies } = installation;
  const { journal, open } = settled;
  const operations = [...client.operations, ...races.operations];
  const made = await readMade(owner, operations);
  const facts = { db: owner, cast, upgraded: load.upgraded, operations, made, journal };
  const [books, compared, drift] = [
    await brokenRules(owner),
    await compareJournal(owner, journal),
    await findDrift(facts),
  ];
  const floats = await floatBreaks(owner, installation.control, load.staff.paidIn);
  const untrue = await falseAnswers(owner, operations, made);
  const owed = await solvencyBreaks(owner, client, cast);
  const messages = await unwrittenMessages(owner);
  const purchases = await owner.get<{ count: bigint }>(
    `select count(*) from transactions where type in ('airtime', 'data', 'electricity')`,
  );
  const returned = await owner.get<{ count: bigint }>(
    `select count(*) from transactions where type = 'refund'`,
  );
  const violations = [
    ...books,
    ...compared.differences,
    ...drift.differences,
    ...floats,
    ...untrue,
    ...owed,
    ...messages.breaks,
    ...open.map((what) => `still open: ${what}`),
    ...(await races.violations()),
    ...Object.entries(counts.under('violation ')).map(([what, times]) => `${times} times: ${what}`),
  ];
  return {
    violations,
    figures: {
      purchases: Number(purchases.count),
      deliveries: journal.deliveries.length,
      payouts: journal.payouts.length,
      payments: journal.payments.length,
      moneyReturned: Number(returned.count),
      reversed: [...journal.deliveries, ...journal.payouts].filter(
        ({ reversedAt }) => reversedAt !== undefined,
      ).length,
      commitsCut: databaseProxies.reduce((sum, { cuts }) => sum + cuts, 0),
      commitsWithoutRoom: databaseProxies.reduce((sum, { refused }) => sum + refused, 0),
      messagesLookedAt: messages.looked,
      driftKobo: Number(drift.kobo),
      late: drift.late,
      doubles: compared.doubles,
      unknownReturns: compared.unknownReturns,
      falseAnswers: untrue.length,
      bugs: counts.of('answers bug'),
      settledSeconds: settled.seconds,
    },
  };
}

/** All rules of the books, what the servers' own audits of new postings found meanwhile, and the chain of seals. */
export async function brokenRules(owner: Pool): Promise<string[]> {
  let isMore = true;
  while (isMore) isMore = await sealRows(owner);
  const rules = await audit(owner);
  const chain = await verifyChain(owner);
  const found = await owner.rows<{ kind: string; broken: number }>(
    'select kind, broken_rules::int as broken from books_audits where broken_rules > 0',
  );
  return [
    ...[...rules, ...chain].flatMap(({ rule, statement, breaks }) =>
      breaks.map((broken) => `${rule} ${statement}: ${broken}`),
    ),
    ...found.map(({ kind, broken }) => `the audit of ${kind} found ${broken} broken rules while it ran`),
  ];
}

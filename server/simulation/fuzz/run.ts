/**
 * Sends drawn requests and hooks to the running program and holds every answer against what must be so of any. What is drawn
 * hangs on the seed and on what earlier answers told; several hands send at once, so that two runs of a seed are alike, not equal.
 */
import { Agent, request } from 'node:http';
import { api } from '@jara/contract/api.ts';
import { paths, type CallName } from '@jara/contract/paths.ts';
import { audit } from '../../src/ledger/audit.ts';
import { DIFFERS, type RunningApp } from '../../test/app.ts';
import { Choice } from '../choose.ts';
import { hintsFor, placeOf, Memory } from './hints.ts';
import { drawHook } from './hooks.ts';
import { faultsOf, isBusy, parse, type Answered } from './judge.ts';
import { drawCaller, gather, tend, wasAppointed, wasShutOut, type Person } from './people.ts';
import { prepare } from './prepared.ts';
import { drawRaw, rawFaults, sendRaw } from './raw.ts';
import { drawCall, drawRequest } from './requests.ts';
import type { Sent } from './sent.ts';

export interface Plan {
  requests: number;
  seed: number;
}

export interface Outcome {
  requests: number;
  /** How many answers had which status, for each kind of request. */
  statuses: Record<string, number>;
  /** How many were refused because something else was busy or did not answer, by code. */
  busy: Record<string, number>;
  /** Calls that were never once done. */
  neverDone: CallName[];
  /** How often what a request needs could not be made, by the reason. */
  unprepared: Record<string, number>;
  /** Each once, with the first request that showed it. */
  faults: string[];
  /** What the books break. */
  books: string[];
  /** Wallets whose sum is not that of their transactions, in words. */
  unexplained: string[];
  /** Errors that the program logged and no situation of the shop explains. */
  logged: string[];
}

const HANDS = 16;
const TEND_EVERY = 300;
const MOST_FAULTS = 40;
/** One request in so many has all that it needs; most of them while there are calls that were never done. */
const PREPARED_ONE_IN = { before: 40, after: 400 };
/** How often a call is tried at the end that was never done until then. */
const LAST_TRIES = 10;

/** What staff are alarmed by, as an error in the log: it comes of what the sandbox does, not of a bug. */
const alarms = [
  'staff must',
  'waits in suspense',
  'tells one transfer in two ways',
  'paid in another currency',
  'booked as a loss',
  'float',
  'a mail was given up',
];

interface Run {
  app: RunningApp;
  chance: Choice;
  people: Person[];
  memory: Memory;
  agent: Agent;
  statuses: Map<string, number>;
  done: Set<CallName>;
  unprepared: Map<string, number>;
  faults: Map<string, string>;
  busy: Map<string, number>;
}

export async function runFuzz(app: RunningApp, plan: Plan, say: (line: string) => void): Promise<Outcome> {
  const run: Run = {
    app,
    chance: new Choice(plan.seed),
    people: await gather(app),
    memory: new Memory(),
    agent: new Agent({ keepAlive: true, maxSockets: HANDS * 2 }),
    statuses: new Map(),
    done: new Set(),
    unprepared: new Map(),
    faults: new Map(),
    busy: new Map(),
  };
  const logged = new Map<string, string>();
  const { hash: passwordHash } = await app.context.pool.get<{ hash: string }>(
    'select password_hash as hash from users where id = $1',
    [run.people[0]?.userId],
  );
  let sent = 0;
  const hands = async (until: number): Promise<void> => {
    while (sent < until && run.faults.size < MOST_FAULTS) {
      sent += 1;
      await one(run);
    }
  };
  while (sent < plan.requests && run.faults.size < MOST_FAULTS) {
    await tend(app, run.people, passwordHash);
    takeLogged(app, logged);
    if (sent % (TEND_EVERY * 40) === 0) say(`${sent} requests, ${run.faults.size} faults`);
    const until = Math.min(sent + TEND_EVERY, plan.requests);
    await Promise.all(Array.from({ length: HANDS }, () => hands(until)));
  }
  await tend(app, run.people, passwordHash);
  for (const name of neverDone(run))
    for (let tries = 0; tries < LAST_TRIES && !run.done.has(name); tries += 1)
      await onePrepared(run, name, true);
  run.agent.destroy();
  await settle(app);
  takeLogged(app, logged);
  return {
    requests: sent,
    statuses: Object.fromEntries([...run.statuses].toSorted(([a], [b]) => (a < b ? -1 : 1))),
    busy: Object.fromEntries(run.busy),
    neverDone: neverDone(run),
    unprepared: Object.fromEntries(run.unprepared),
    faults: [...run.faults.values()],
    books: await brokenBooks(app),
    unexplained: await unexplainedWallets(app),
    logged: [...logged.values()],
  };
}

// The keys of a literal are its names.
const names = Object.keys(paths) as CallName[];
const neverDone = ({ done }: Run): CallName[] => names.filter((name) => !done.has(name));

async function one(run: Run): Promise<void> {
  const { chance, memory, people, app } = run;
  const left = neverDone(run);
  if (chance.once(left.length > 0 ? PREPARED_ONE_IN.before : PREPARED_ONE_IN.after))
    return onePrepared(run, chance.of(left.length > 0 ? left : names));
  if (chance.once(60)) return oneRaw(run);
  if (chance.once(12)) {
    const hook = drawHook(chance, memory);
    // Providers send again, and somebody else may at the same moment.
    await Promise.all(Array.from({ length: chance.of([1, 1, 2]) }, () => exchange(run, hook, null)));
    return;
  }
  const call = drawCall(chance);
  const caller = drawCaller(chance, people, call.access);
  const knower = caller ?? chance.of(people);
  const place = placeOf(call.path, caller);
  const hints = hintsFor({ chance, memory, caller: knower, people, sandboxUrl: app.sandbox.url, place });
  await exchange(run, drawRequest(chance, call, hints, caller?.sends ?? null), caller, place);
}

async function onePrepared(run: Run, name: CallName, isExact?: boolean): Promise<void> {
  const { app, chance, memory, people, unprepared } = run;
  const place = placeOf(api[name].path, null);
  const hints = hintsFor({
    chance,
    memory,
    caller: chance.of(people),
    people,
    sandboxUrl: app.sandbox.url,
    place,
  });
  try {
    const { sent, caller } = await prepare(app, chance, name, hints, isExact);
    await exchange(run, sent, caller, place);
  } catch (error) {
    const reason = `${name}: ${String(error).slice(0, 200)}`;
    // The requests before it were held against the document as well.
    if (reason.includes(DIFFERS)) run.faults.set(reason, reason);
    unprepared.set(reason, (unprepared.get(reason) ?? 0) + 1);
  }
}

async function exchange(run: Run, sent: Sent, caller: Person | null, place = ''): Promise<void> {
  const answer = await send(run, sent);
  if (answer === null) return;
  if (typeof answer === 'string') {
    const isFile = answer === BROKEN_OFF && sent.path.includes('format=');
    const isByDesign = isFile && caller !== null && (await wasShutOut(run.app, caller));
    return isByDesign ? undefined : addFault(run, sent, caller, answer);
  }
  const kind = `${sent.kind} ${answer.status}`;
  run.statuses.set(kind, (run.statuses.get(kind) ?? 0) + 1);
  if (isBusy(answer)) {
    const code = /"code":"(\w+)"/.exec(answer.text)?.[1] ?? '';
    run.busy.set(code, (run.busy.get(code) ?? 0) + 1);
  }
  if (answer.status < 300) {
    if (sent.name !== null) run.done.add(sent.name);
    run.memory.read(parse(answer.text), place);
  }
  let faults = faultsOf(sent, answer, caller, run.people);
  if (faults.length > 0 && caller !== null && (await wasAppointed(run.app, caller)))
    faults = faultsOf(sent, answer, { ...caller, isStaff: true }, run.people);
  for (const fault of faults) addFault(run, sent, caller, fault);
}

/** What a client says of a file that ends before it is whole. */
const BROKEN_OFF = 'no whole answer: aborted';

/** The answer; what became of the connection; or null for what a client does not send at all. */
function send({ app, agent }: Run, { method, path, headers, body }: Sent): Promise<Answered | string | null> {
  return new Promise((resolve) => {
    try {
      const length = body === null ? {} : { 'content-length': body.length };
      const asked = request(app.url, {
        agent,
        method,
        path,
        headers: { ...headers, ...length },
        timeout: 60_000,
      });
      asked.on('response', (answer) => {
        const parts: Buffer[] = [];
        answer.on('data', (part: Buffer) => parts.push(part));
        answer.on('error', (error) => resolve(`no whole answer: ${error.message}`));
        answer.on('end', () => {
          const list = Object.entries(answer.headers).map(([name, value]): [string, string] => [
            name,
            String(value),
          ]);
          const text = Buffer.concat(parts).toString();
          resolve({ status: answer.statusCode ?? 0, headers: new Headers(list), text });
        });
      });
      asked.on('timeout', () => asked.destroy(new Error('nothing came for a minute')));
      asked.on('error', (error) => resolve(`no answer: ${error.message}`));
      asked.end(body);
    } catch {
      resolve(null);
    }
  });
}

async function oneRaw(run: Run): Promise<void> {
  const bytes = drawRaw(run.chance);
  const answer = await sendRaw(run.app.url, bytes);
  const status = /^HTTP\/1\.1 (\d{3})/.exec(answer)?.[1] ?? 'closed';
  run.statuses.set(`raw ${status}`, (run.statuses.get(`raw ${status}`) ?? 0) + 1);
  for (const fault of rawFaults(bytes, answer)) {
    const key = `raw ${fault}`;
    if (!run.faults.has(key)) run.faults.set(key, `${fault}\n  ${JSON.stringify(bytes.slice(0, 200))}`);
  }
}

/** One of each kind: the same at another call is another. */
function addFault({ faults }: Run, sent: Sent, caller: Person | null, fault: string): void {
  const place = sent.name ?? (sent.kind === 'hook' ? sent.path : 'elsewhere');
  const key = `${place}: ${fault.replaceAll(/\d+/g, '0').slice(0, 60)}`;
  if (faults.has(key)) return;
  const body = sent.body === null ? '' : JSON.stringify(sent.body.toString().slice(0, 500));
  const { 'x-auth-token': _token, ...headers } = sent.headers;
  const by = caller === null ? 'nobody' : `${caller.role} by ${caller.by}`;
  faults.set(
    key,
    `${place}: ${fault}\n  ${by}: ${sent.method} ${sent.path.slice(0, 300)} ${JSON.stringify(headers)} ${body}`,
  );
}

function takeLogged(app: RunningApp, logged: Map<string, string>): void {
  for (const line of app.takeErrors()) {
    const { msg: message = line } = parse(line) as { msg?: string }; // what pino writes
    if (!alarms.some((alarm) => message.includes(alarm)) && !logged.has(message)) logged.set(message, line);
  }
}

/** Until nothing is being sent any more. */
async function settle({ context }: RunningApp): Promise<void> {
  const { sending } = context.purchases;
  while (sending.ongoing.ids().length > 0) await new Promise((resolve) => setTimeout(resolve, 100));
}

async function brokenBooks({ context }: RunningApp): Promise<string[]> {
  const results = await audit(context.pool);
  return results
    .filter(({ breaks }) => breaks.length > 0)
    .map(({ rule, breaks }) => `${rule}: ${breaks.join('; ').slice(0, 500)}`);
}

/** Independent of the audit's own rules: what the user was shown of each movement is what the wallet holds. */
async function unexplainedWallets({ context }: RunningApp): Promise<string[]> {
  const rows = await context.pool.rows<{ name: string; balance: bigint; shown: bigint }>(
    `select u.user_name as name, a.balance, coalesce(sum(e.amount), 0)::bigint + coalesce((
         select sum(t.balance_after - t.balance_before) from transactions t where t.user_id = u.id), 0)::bigint as shown
     from users u join accounts a on a.user_id = u.id and a.kind = 'wallet'
     left join (postings p join entries e on e.posting_id = p.id) on e.account_id = a.id and p.code = 'issue.demo'
     group by u.id, u.user_name, a.balance`,
  );
  return rows
    .filter(({ balance, shown }) => balance !== shown)
    .map(({ name, balance, shown }) => `${name} holds ${balance}, was shown ${shown}`);
}

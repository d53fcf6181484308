import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/*
 * What an earlier start may have left on a cluster: a database in use, an orphan whose owner was killed, or a
 * pid file whose number now belongs to somebody else.
 */

/** A pool that has said goodbye needs a moment until its connections are gone; then they are cut; then all is. */
const STOPS = [
  ['SIGTERM', 500],
  ['SIGINT', 60_000],
  ['SIGQUIT', 60_000],
] as const;

/** A second start on one folder: whoever reads it has to stop the first one, or take another folder. */
export class ClusterInUse extends Error {
  override name = 'ClusterInUse';
}

interface Claim {
  cluster: string;
  ownerTimeoutMs: number;
  log: (line: string) => void;
}

/** Returns when nobody runs on the cluster. Waits a little for an owner that is on its way out, then refuses. */
export async function releaseCluster({ cluster, ownerTimeoutMs, log }: Claim): Promise<void> {
  const deadlineMs = Date.now() + ownerTimeoutMs;
  let hasSaid = false;
  for (;;) {
    const pid = findPostmaster(cluster);
    if (pid === undefined) return;
    const owner = findOwner(cluster, pid);
    if (owner === undefined) {
      log('Taking over the database of a process that was killed');
      await endWithSignals(
        (signal) => process.kill(pid, signal),
        () => findPostmaster(cluster) !== pid,
      );
      return;
    }
    if (Date.now() > deadlineMs) {
      throw new ClusterInUse(`${cluster} is in use by process ${owner}. Stop it, or set another DATA_DIR.`);
    }
    if (!hasSaid) log(`Waiting for process ${owner} to leave the database`);
    hasSaid = true;
    await sleep(100);
  }
}

/** The port of a database that another living process runs on the cluster and that takes connections. */
export function findPortInUse(cluster: string): number | undefined {
  const pid = findPostmaster(cluster);
  if (pid === undefined || findOwner(cluster, pid) === undefined || !isReady(cluster, pid)) return undefined;
  return Number(readPidFile(cluster)?.[3]);
}

/** Line 8 of the pid file is the postmaster's own word on its state. */
export function isReady(cluster: string, pid: number): boolean {
  const lines = readPidFile(cluster);
  return lines?.[0] === String(pid) && lines[7]?.trim() === 'ready';
}

function readPidFile(cluster: string): string[] | undefined {
  try {
    return fs.readFileSync(path.join(cluster, 'postmaster.pid'), 'utf8').split('\n');
  } catch {
    return undefined;
  }
}

/** Whichever signal does it, everything committed is on disk; after the last one the next start recovers first. */
export async function endWithSignals(
  send: (signal: NodeJS.Signals) => unknown,
  hasEnded: () => boolean,
): Promise<void> {
  for (const [signal, timeoutMs] of STOPS) {
    if (hasEnded()) return;
    send(signal);
    const deadlineMs = Date.now() + timeoutMs;
    while (!hasEnded() && Date.now() < deadlineMs) await sleep(10);
  }
  if (!hasEnded()) throw new Error('PostgreSQL does not stop.');
}

/** The postmaster that runs on the cluster. A pid file that names none is removed: PostgreSQL would believe it. */
function findPostmaster(cluster: string): number | undefined {
  const lines = readPidFile(cluster);
  if (lines === undefined) return undefined;
  const pid = Number(lines[0]);
  if (pid > 0 && isAlive(pid) && commandOf(pid)?.includes(cluster) !== false) return pid;
  fs.rmSync(path.join(cluster, 'postmaster.pid'), { force: true });
  return undefined;
}

/** The process that started the postmaster, when it is still its parent. */
function findOwner(cluster: string, postmasterPid: number): number | undefined {
  try {
    const options = fs.readFileSync(path.join(cluster, 'postmaster.opts'), 'utf8');
    const owner = Number(/cluster_name=jara-(\d+)/.exec(options)?.[1]);
    const parent = parentOf(postmasterPid) ?? owner;
    return parent === owner && isAlive(owner) ? owner : undefined;
  } catch {
    return undefined;
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** The command line; empty for a dead process that nobody has reaped, undefined where it cannot be known. */
function commandOf(pid: number): string | undefined {
  if (fs.existsSync('/proc/self/cmdline')) return readProcess(pid, 'cmdline') ?? '';
  return ps(pid, 'command=');
}

function parentOf(pid: number): number | undefined {
  // The program's name, in brackets, may itself hold spaces and brackets.
  const fields = readProcess(pid, 'stat')?.split(') ').at(-1)?.split(' ');
  const parent = fields?.[1] ?? ps(pid, 'ppid=');
  return parent ? Number(parent) : undefined;
}

function readProcess(pid: number, file: 'cmdline' | 'stat'): string | undefined {
  try {
    return fs.readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch {
    return undefined;
  }
}

function ps(pid: number, column: string): string | undefined {
  const { status, stdout } = spawnSync('ps', ['-o', column, '-p', String(pid)], { encoding: 'utf8' });
  return status === 0 ? stdout.trim() : undefined;
}

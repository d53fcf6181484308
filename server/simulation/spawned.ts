/** The sandbox and other programs of the project as processes, started from their sources. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

const root = path.join(import.meta.dirname, '../..');

/** What it prints is thrown away, but for errors. */
export const spawnSource = (file: string, env: Record<string, string>): ChildProcess =>
  spawn(process.execPath, ['--import', 'tsx', path.join(root, file)], {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'ignore', 'inherit'],
  });

export interface SandboxPlace {
  port: number;
  /** Its journal lies here. */
  folder: string;
  /** The address before `/hooks/...`, and whose hooks are sent there. */
  hooks: string;
  receivers: readonly string[];
}

/** Returns when its control API answers. It ends with this process. */
export async function startSandboxProcess(
  { port, folder, hooks, receivers }: SandboxPlace,
  env: Record<string, string> = {},
): Promise<ChildProcess> {
  const addresses = receivers.map((name) => [`${name.toUpperCase()}_WEBHOOK_URL`, `${hooks}/hooks/${name}`]);
  const sandbox = spawnSource('sandbox/src/main.ts', {
    SANDBOX_PORT: String(port),
    SANDBOX_JOURNAL: path.join(folder, 'sandbox'),
    SANDBOX_PARENT_PID: String(process.pid),
    ...Object.fromEntries(addresses),
    ...env,
  });
  await untilAnswers(`http://127.0.0.1:${port}/control/faces`, sandbox);
  return sandbox;
}

/** Throws when the process ends before it answers. */
export async function untilAnswers(url: string, child: ChildProcess): Promise<void> {
  for (;;) {
    if (child.exitCode !== null) throw new Error(`it ended with ${child.exitCode} before ${url} answered`);
    const isThere = await fetch(url).then(
      ({ ok }) => ok,
      () => false,
    );
    if (isThere) return;
    await delay(50);
  }
}

/** Returns when it has ended. */
export async function endProcess(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill(signal);
  await once(child, 'exit');
}

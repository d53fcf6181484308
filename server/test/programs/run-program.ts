/** The programs of the server as processes of their own, from their sources. */
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../..', import.meta.url));

export type Settings = Readonly<Record<string, string | undefined>>;

/** Nothing of this process but where programs are found. */
const environment = (settings: Settings): NodeJS.ProcessEnv => ({ PATH: process.env['PATH'], ...settings });

/** Runs one of them to its end. `file` is that of `server/src/`. */
export function runProgram(
  file: string,
  settings: Settings,
  args: readonly string[] = [],
  timeoutMs = 25_000,
): Promise<{ code: number; text: string }> {
  const program = spawn(process.execPath, ['--import', 'tsx', `server/src/${file}`, ...args], {
    cwd: root,
    env: environment(settings),
    stdio: ['ignore', 'pipe', 'pipe'],
    // A program that starts although it should not is not left behind.
    timeout: timeoutMs,
  });
  let text = '';
  for (const stream of [program.stdout, program.stderr])
    stream.on('data', (chunk) => (text += String(chunk)));
  return new Promise((resolve) => {
    program.on('close', (code) => resolve({ code: code ?? 1, text }));
  });
}

export interface ServerProgram {
  pid: number;
  /** What it has said so far. Its log and its own lines come in either order. */
  said: () => string;
  stop: () => Promise<unknown>;
}

/** Resolves when the server serves; throws what it said when it ends before. */
export async function startServer(settings: Settings): Promise<ServerProgram> {
  const server = spawn(process.execPath, ['--import', 'tsx', 'server/src/main.ts'], {
    cwd: root,
    env: environment({ JARA_PARENT_PID: String(process.pid), ...settings }),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = new Promise((resolve) => server.once('close', resolve));
  let text = '';
  await new Promise<void>((resolve, reject) => {
    server.stdout.on('data', (chunk) => {
      text += String(chunk);
      if (text.includes('is ready at')) resolve();
    });
    server.stderr.on('data', (chunk) => (text += String(chunk)));
    void ended.then(() => reject(new Error(text)));
  });
  return {
    pid: server.pid ?? 0,
    said: () => text,
    stop() {
      server.kill('SIGTERM');
      return ended;
    },
  };
}

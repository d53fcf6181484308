/** A mail to a thousand users, sent by programs that are stopped and killed in the middle of it. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { openProgramLogin } from '../../database/program-login.ts';
import { useTestApp } from '../../../test/app.ts';
import { sendMails } from '../../../test/mails.ts';

const PEOPLE = 1_000;
const CONNECTIONS = 4;
const app = useTestApp();

async function startProgram(): Promise<ChildProcess> {
  const dataDir = mkdtempSync(join(tmpdir(), 'jara-mail-test-'));
  const program = spawn(process.execPath, ['--import', 'tsx', 'server/src/main.ts'], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      ...process.env,
      MODE: 'sandbox',
      PORT: '0',
      DATA_DIR: dataDir,
      DATABASE_PROGRAM_URL: await openProgramLogin(app.databaseUrl, app.context.config.secretsKey),
      SANDBOX_SMTP_PORT: String(app.sandbox.smtpPort),
      MAIL_CONNECTIONS: String(CONNECTIONS),
      JARA_PARENT_PID: String(process.pid),
    },
  });
  onTestFinished(() => {
    program.kill('SIGKILL');
    rmSync(dataDir, { recursive: true, force: true });
  });
  return program;
}

async function endAt(program: ChildProcess, count: number, signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
  const exited = once(program, 'exit');
  await expect
    .poll(
      () => {
        if (program.exitCode !== null) throw new Error(`the program ended with ${program.exitCode}`);
        return app.sandbox.journal().mails.length;
      },
      { timeout: 60_000, interval: 5 },
    )
    .toBeGreaterThanOrEqual(count);
  program.kill(signal);
  await exited;
}

it('reaches each of them exactly once, but for those whose mail was leaving at the kill', async () => {
  const { pool } = app.context;
  await pool.run(
    `insert into users (user_name, full_name, email, phone, password_hash)
     select 'person_' || n, 'Person', 'person_' || n || '@people.example', '0802' || lpad(n::text, 7, '0'), ''
     from generate_series(1, $1::int) n`,
    [PEOPLE],
  );
  const boss = await app.make.user({ isAdmin: true });
  const { reply } = await app.as(boss).call('sendMail', {
    subject: 'To all',
    message: 'Hello',
    url: 'https://shop.example/',
    linkMessage: 'Go',
  });
  expect(reply.recipients).toBeGreaterThan(PEOPLE);

  await endAt(await startProgram(), 200, 'SIGTERM');
  const left = await pool.rows('select from mails where attempt_id is not null');
  expect(left).toEqual([]);

  const beforeKill = app.sandbox.journal().mails.length;
  expect(beforeKill).toBeLessThan(reply.recipients);
  await endAt(await startProgram(), beforeKill + 200, 'SIGKILL');
  expect(app.sandbox.journal().mails.length).toBeLessThan(reply.recipients);

  // The claims of the killed program run out.
  await pool.run('update mails set next_try_at = now() where done_at is null');
  await sendMails(app.context);

  const rows = await pool.rows<{ to: string; state: string }>('select to_address as to, state from mails');
  const unknown = rows.filter(({ state }) => state === 'unknown').map(({ to }) => to);
  const arrived = app.sandbox.journal().mails.map(({ to }) => to);
  expect(new Set(arrived).size).toBe(arrived.length);
  expect(unknown.length).toBeLessThanOrEqual(CONNECTIONS);
  expect(new Set([...arrived, ...unknown])).toEqual(new Set(rows.map(({ to }) => to)));
  const sent = reply.recipients - unknown.length;
  expect(rows.filter(({ state }) => state === 'sent')).toHaveLength(sent);
  const [campaign] = (await app.as(boss).call('listMailCampaigns')).reply.campaigns;
  expect(campaign).toMatchObject({ sent, waiting: 0, skipped: 0, failed: unknown.length });
}, 120_000);

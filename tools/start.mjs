import { fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import net from 'node:net';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fail, root } from './checkout.mjs';
import { serverFlags } from './server-flags.mjs';
import { makeDataDir, setUp } from './setup.mjs';

/*
 * npm start: sets up what is missing, then runs the sandbox and the server until it is told to stop.
 * With --watch the two run from their sources and start again when these change, and Vite serves the client from its sources, at a port of
 * its own: what a build has left in the browser, a service worker before all, belongs to the address of the server.
 */

/** Programs of a start that was killed need a moment to notice. */
const PORT_WAIT_MS = 5_000;
const SANDBOX_START_MS = 30_000;
const SERVER_START_MS = 120_000;
const SERVER_STOP_MS = 60_000;
const SANDBOX_STOP_MS = 10_000;
const WEB_STOP_MS = 1_000;
/** Read while the server starts, and imported by nothing. */
const alsoWatched = { server: ['--include=server/**/*.sql'], sandbox: [] };

const isWatching = process.argv.includes('--watch');
const settings = readSettings(process.env);
const webUrl = `http://127.0.0.1:${settings.webPort}`;
/** In the order in which they are started; stopped the other way round. */
const programs = [];
let stopping;
let stopAskedMs = 0;

// The sources run; of a build only the page is read, into which the server writes the brand.
await setUp({ build: isWatching ? 'when-missing' : 'when-changed', isLive: settings.isLive });
process.on('SIGINT', stopOnSignal);
process.on('SIGTERM', stopOnSignal);
process.on('SIGHUP', stopOnSignal);
if (process.env.npm_lifecycle_event || process.env.JARA_PARENT_PID) stopWithParent();
makeDataDir(settings.dataDir);

if (!settings.isLive) {
  await refuseTakenPort('127.0.0.1', settings.sandboxPort, 'SANDBOX_PORT');
  settings.sandboxSmtpPort = await chooseSmtpPort();
}
await refuseTakenPort(settings.host, settings.port, 'PORT');
if (isWatching) await refuseTakenPort('127.0.0.1', settings.webPort, 'WEB_PORT');
const [databaseOfServer] = await Promise.all([migrateOwn(), settings.isLive ? undefined : startSandbox()]);
const theServer = startServer(databaseOfServer);
if (isWatching && theServer) await startWeb(theServer);

function readSettings(env) {
  const port = readPort('PORT', env.PORT, 3000);
  const host = env.HOST || '127.0.0.1';
  const isEverywhere = host === '0.0.0.0' || host === '::';
  return {
    isLive: env.MODE?.trim() === 'live',
    host,
    port,
    sandboxPort: readPort('SANDBOX_PORT', env.SANDBOX_PORT, port + 1),
    webPort: isWatching ? readPort('WEB_PORT', env.WEB_PORT, port + 2) : undefined,
    dataDir: path.resolve(root, env.DATA_DIR || '.jara'),
    // Where this machine reaches the server: an address that means "all of them" is not one to call.
    ownUrl: `http://${isEverywhere ? '127.0.0.1' : net.isIPv6(host) ? `[${host}]` : host}:${port}`,
  };
}

/** @returns {number} */
function readPort(name, text, fallback) {
  const port = Number(text || fallback);
  if (Number.isInteger(port) && port > 0 && port < 65_536) return port;
  return fail(`${name} must be a port number from 1 to 65535, not "${text || fallback}".`);
}

async function refuseTakenPort(host, port, name) {
  const deadlineMs = Date.now() + PORT_WAIT_MS;
  let problem = await tryPort(host, port);
  while (problem === 'EADDRINUSE' && Date.now() < deadlineMs) {
    await sleep(100);
    problem = await tryPort(host, port);
  }
  if (problem === 'EADDRINUSE') {
    fail(`Port ${port} is taken by another program. Choose another one: ${name}=${port + 100} npm start`);
  }
  if (problem) fail(`${name} ${port} on ${host} cannot be used (${problem}).`);
}

/** Nobody types this port, so the usual one is only where the search begins: far from the ports of other copies. */
async function chooseSmtpPort() {
  const asked = process.env.SANDBOX_SMTP_PORT;
  if (asked) {
    const port = readPort('SANDBOX_SMTP_PORT', asked, 0);
    await refuseTakenPort('127.0.0.1', port, 'SANDBOX_SMTP_PORT');
    return port;
  }
  const usual = settings.sandboxPort + (settings.sandboxPort > 55_535 ? -10_000 : 10_000);
  return (await tryPort('127.0.0.1', usual)) ? freePort() : usual;
}

function freePort() {
  return new Promise((resolve) => {
    const server = net.createServer();
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });
}

function tryPort(host, port) {
  return new Promise((resolve) => {
    const server = net.createServer();
    server.once('error', (error) => resolve(error.code));
    server.listen(port, host, () => server.close(() => resolve(undefined)));
  });
}

async function startSandbox() {
  const sandbox = run(
    'The sandbox',
    program('sandbox'),
    {
      SANDBOX_PORT: String(settings.sandboxPort),
      SANDBOX_SMTP_PORT: String(settings.sandboxSmtpPort),
      SANDBOX_JOURNAL: path.join(settings.dataDir, 'sandbox'),
      SANDBOX_PARENT_PID: String(process.pid),
      SQUAD_WEBHOOK_URL: `${settings.ownUrl}/hooks/squad`,
      PAYMENTPOINT_WEBHOOK_URL: `${settings.ownUrl}/hooks/paymentpoint`,
      GLAD_WEBHOOK_URL: `${settings.ownUrl}/hooks/glad`,
      ALARO_WEBHOOK_URL: `${settings.ownUrl}/hooks/alaro`,
      VTPASS_WEBHOOK_URL: `${settings.ownUrl}/hooks/vtpass`,
    },
    SANDBOX_STOP_MS,
  );
  await waitFor(sandbox, `http://127.0.0.1:${settings.sandboxPort}/control/faces`, SANDBOX_START_MS);
}

/**
 * In a database of one's own: brings it up to date by a program that has the login of its owner, and gives what the server gets in the place
 * of that. The embedded database is the server's to start, which has its own brought up to date in the same way.
 */
async function migrateOwn() {
  if (!['DATABASE_URL', 'DATABASE_URL_FILE'].some((name) => process.env[name]?.trim())) return {};
  const file = isWatching ? 'server/src/migrate.ts' : 'server/dist/migrate.js';
  const child = fork(path.join(root, file), {
    cwd: root,
    env: { ...process.env, ...environmentOfServer() },
    execArgv: isWatching ? ['--import', 'tsx'] : ['--enable-source-maps'],
  });
  let broughtUp = {};
  child.on('message', (message) => {
    if (message.programUrl) broughtUp = message;
  });
  await Promise.all([once(child, 'exit'), once(child, 'disconnect')]);
  // The reason stands above.
  if (child.exitCode !== 0 || !broughtUp.programUrl) await stop('Nothing was started.');
  return {
    DATABASE_URL: undefined,
    DATABASE_URL_FILE: undefined,
    DATABASE_PROGRAM_URL_FILE: undefined,
    DATABASE_PROGRAM_URL: broughtUp.programUrl,
    DATABASE_DIRECT_URL_FILE: undefined,
    DATABASE_DIRECT_URL: broughtUp.directUrl,
  };
}

async function waitFor(started, url, startMs) {
  const deadlineMs = Date.now() + startMs;
  while (!(await answers(url))) {
    // Its end is reported where it is noticed; this only keeps what needs it from starting.
    if (started.hasEnded || stopping) await new Promise(() => undefined);
    if (Date.now() > deadlineMs) await stop(`${started.name} does not answer.`);
    await sleep(50);
  }
}

async function answers(url) {
  try {
    return (await fetch(url, { signal: AbortSignal.timeout(2_000) })).ok;
  } catch {
    return false;
  }
}

function startServer(database) {
  if (stopping) return undefined;
  return run('The server', program('server'), { ...environmentOfServer(), ...database }, SERVER_STOP_MS);
}

function environmentOfServer() {
  return {
    HOST: settings.host,
    PORT: String(settings.port),
    SANDBOX_PORT: String(settings.sandboxPort),
    ...(settings.isLive ? {} : { SANDBOX_SMTP_PORT: String(settings.sandboxSmtpPort) }),
    DATA_DIR: settings.dataDir,
    JARA_PARENT_PID: String(process.pid),
    // Links in mails and the way back from a card payment lead to where the person is logged in.
    ...(isWatching && !settings.isLive ? { PUBLIC_URL: process.env.PUBLIC_URL || webUrl } : {}),
  };
}

/** On this machine only, wherever the server listens: it gives away every file of the sources. */
async function startWeb(server) {
  await waitFor(server, `${settings.ownUrl}/readyz`, SERVER_START_MS);
  if (stopping) return;
  console.log(
    `Development: open ${webUrl}. What you change in web appears there at once; a change elsewhere starts the server or the sandbox again.`,
  );
  const vite = path.join(root, 'node_modules/vite/bin/vite.js');
  run(
    'The dev server of web',
    [vite, 'web', '--port', String(settings.webPort), '--strictPort', '--clearScreen', 'false'],
    { JARA_SERVER: settings.ownUrl },
    WEB_STOP_MS,
  );
}

/** What Node.js runs of a workspace: its build, or its sources again after each change of them. */
function program(workspace) {
  if (isWatching) {
    const tsx = path.join(root, 'node_modules/tsx/dist/cli.mjs');
    return [tsx, 'watch', '--clear-screen=false', ...alsoWatched[workspace], `${workspace}/src/main.ts`];
  }
  return [...(workspace === 'server' ? serverFlags : []), path.join(root, workspace, 'dist/main.js')];
}

function run(name, args, env, stopMs) {
  const child = spawn(process.execPath, ['--enable-source-maps', ...args], {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'inherit', 'inherit'],
    // Ctrl-C reaches this process only, so that the server can drain before the sandbox goes.
    detached: true,
  });
  const started = { name, child, stopMs, hasEnded: false };
  programs.push(started);
  child.on('exit', (code, signal) => {
    started.hasEnded = true;
    if (!stopping) void stop(`${name} ended unexpectedly (${signal ?? `exit code ${code}`}).`);
  });
  return started;
}

function stopOnSignal() {
  // One Ctrl-C can arrive twice: from the terminal, and from the npm above.
  if (stopping && Date.now() - stopAskedMs < 1_000) return;
  stopAskedMs = Date.now();
  if (stopping) {
    console.log('Stopping at once');
    for (const { child } of programs) child.kill('SIGKILL');
    process.exit(1);
  }
  console.log('Stopping');
  void stop();
}

/** A SIGTERM to npm ends the shell in between and never arrives here; a test run may be killed. */
function stopWithParent() {
  const parent = process.ppid;
  setInterval(() => {
    if (process.ppid !== parent && !stopping) stopOnSignal();
  }, 500).unref();
}

async function stop(problem) {
  stopping ??= stopPrograms(problem);
  await stopping;
}

async function stopPrograms(problem) {
  if (problem) console.error(problem);
  for (const started of programs.toReversed()) {
    if (!started.hasEnded) started.child.kill('SIGTERM');
    const deadlineMs = Date.now() + started.stopMs;
    while (!started.hasEnded && Date.now() < deadlineMs) await sleep(20);
    if (!started.hasEnded) started.child.kill('SIGKILL');
  }
  process.exit(problem ? 1 : 0);
}

/**
 * One server as a process of its own, started again whenever it ends, as a service manager would. Each start may arm a crash point and
 * shift the clock; a clock that is too far off has to be refused. First come the points at which no server has ended in this run.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { crashPoints, type CrashPoint } from '../src/ledger/crash-points.ts';
import type { Choice } from './choose.ts';
import type { Counts } from './counts.ts';

const names = Object.values(crashPoints).flat();
const oftenPassed = names.filter((name) => /^(purchase|withdraw)\.(open|send|settle|requery)/.test(name));
/** The share of starts that arm a point where some are left at which no server has ended, and otherwise. */
const ARMED = { before: 0.9, after: 0.75 };
/** For so long nobody else ends a server that is to end at a point first. */
const LEFT_ALONE_MS = 30_000;
/** A clock may be off by this much, and not by the other. */
const TOLERATED_MS = 3_500;
const REFUSED_MS = 30_000;

export interface ServerOptions {
  port: number;
  /** The folder of the bundled program. */
  program: string;
  env: Record<string, string>;
  /** What it prints. */
  logFile: string;
  choice: Choice;
  counts: Counts;
}

interface Start {
  armed: CrashPoint | null;
  passings: number;
  clockShiftMs: number;
}

const isOff = ({ clockShiftMs }: Start): boolean => Math.abs(clockShiftMs) === REFUSED_MS;

export class ServerProcess {
  readonly url: string;
  readonly #options: ServerOptions;
  readonly #running: Promise<void>;
  #child: ChildProcess | undefined;
  #isHarmful = false;
  #start: Start | undefined;
  #startedMs = 0;
  #isStopping = false;
  #isKilled = false;
  #isRestarted = false;

  constructor(options: ServerOptions) {
    this.#options = options;
    this.url = `http://127.0.0.1:${options.port}`;
    this.#running = this.#keepRunning();
  }

  /** The crash point that it is to end at, while no server has ended there. */
  get sought(): CrashPoint | null {
    const armed = this.#start?.armed ?? null;
    return armed !== null && this.#options.counts.of(`crash point ${armed}`) === 0 ? armed : null;
  }

  /**
   * Ends it as a power cut would, once it serves, and unless it is about to end by itself; it comes back by itself. Gives whether it did.
   */
  async kill(): Promise<boolean> {
    const isLeftAlone = this.sought !== null && performance.now() - this.#startedMs < LEFT_ALONE_MS;
    if (isLeftAlone || !(await this.isReady())) return false;
    this.#isKilled = this.#child?.kill('SIGKILL') === true;
    return this.#isKilled;
  }

  /** Stops it in the middle of whatever it does, for so long. */
  async freeze(ms: number): Promise<void> {
    const frozen = this.#child;
    frozen?.kill('SIGSTOP');
    await delay(ms);
    frozen?.kill('SIGCONT');
  }

  /** Whether its next starts arm crash points and shift its clock. */
  setHarmful(isHarmful: boolean): void {
    this.#isHarmful = isHarmful;
  }

  isReady(): Promise<boolean> {
    return fetch(`${this.url}/readyz`, { signal: AbortSignal.timeout(3_000) }).then(
      ({ ok }) => ok,
      () => false,
    );
  }

  async untilReady(): Promise<void> {
    while (!(await this.isReady())) await delay(100);
  }

  /** Ends it, whatever it is armed with, and waits for the next one. */
  async restart(): Promise<void> {
    const old = this.#child;
    this.#isRestarted = old?.kill('SIGKILL') === true;
    while (this.#child === old) await delay(50);
    await this.untilReady();
  }

  async stop(): Promise<void> {
    this.#isStopping = true;
    this.#child?.kill('SIGTERM');
    await this.#running;
  }

  #chooseStart(): Start {
    if (!this.#isHarmful) return { armed: null, passings: 0, clockShiftMs: 0 };
    const { choice, counts } = this.#options;
    const left = leastArmed(
      names.filter((name) => counts.of(`crash point ${name}`) === 0),
      counts,
    );
    const share = left.length > 0 ? ARMED.before : ARMED.after;
    const some = left.length > 0 ? left : names;
    const name = choice.maybe(left.length > 0 ? 0.9 : 0.5) ? choice.of(some) : choice.of(oftenPassed);
    const isOften = /^purchase\.(open|send|settle)/.test(name);
    const passings = isOften ? choice.between(1, 100) : choice.between(1, 2);
    const chance = choice.between(1, 100);
    const sign = choice.maybe(0.5) ? 1 : -1;
    const shiftMs = chance <= 3 ? REFUSED_MS : chance <= 30 ? choice.between(0, TOLERATED_MS) : 0;
    const armed = choice.maybe(share) ? name : null;
    if (armed !== null) counts.add(`armed with ${armed}`);
    return { armed, passings, clockShiftMs: sign * shiftMs };
  }

  #launch({ armed, passings, clockShiftMs }: Start): ChildProcess {
    const { program, env, port, logFile } = this.#options;
    const log = openSync(logFile, 'a');
    const args = ['--import', path.join(program, 'shift-clock.js'), path.join(program, 'main.js')];
    const launched = spawn(process.execPath, args, {
      env: {
        ...process.env,
        ...env,
        PORT: String(port),
        JARA_CRASH_AT: armed === null ? '' : `${armed}:${passings}`,
        FIRE_CLOCK_SHIFT_MS: String(clockShiftMs),
      },
      stdio: ['ignore', log, log],
    });
    closeSync(log);
    return launched;
  }

  async #keepRunning(): Promise<void> {
    while (!this.#isStopping) {
      const start = this.#chooseStart();
      const launched = this.#launch(start);
      this.#child = launched;
      this.#start = start;
      this.#startedMs = performance.now();
      if (isOff(start)) void this.#endIfReady(launched);
      await once(launched, 'exit');
      if (this.#isStopping) return;
      this.#countEnd(start, launched);
      // The database may be away at this moment.
      if (launched.signalCode === null) await delay(300);
    }
  }

  #countEnd(start: Start, { exitCode, signalCode }: ChildProcess): void {
    const { counts } = this.#options;
    if (this.#isRestarted) counts.add('restarts');
    else if (this.#isKilled) counts.add('kills of a server');
    else if (isOff(start))
      counts.add(exitCode === 1 ? 'wrong clocks refused' : 'violation wrong clock accepted');
    else if (signalCode === 'SIGKILL') counts.add(`crash point ${start.armed}`);
    else counts.add('starts that failed');
    this.#isKilled = false;
    this.#isRestarted = false;
  }

  /** One with a wrong clock that serves all the same is ended in peace, by which it is found. */
  async #endIfReady(wrong: ChildProcess): Promise<void> {
    while (wrong.exitCode === null && wrong.signalCode === null) {
      if (await this.isReady()) wrong.kill('SIGTERM');
      await delay(200);
    }
  }
}

/** What keeps failing to be reached lets the others go first. */
function leastArmed(points: readonly CrashPoint[], counts: Counts): CrashPoint[] {
  const least = Math.min(...points.map((name) => counts.of(`armed with ${name}`)));
  return points.filter((name) => counts.of(`armed with ${name}`) === least);
}

/** What goes wrong in a run, and when: chosen by the seed, one after the other, some lasting while the next one comes. */
import { setTimeout as delay } from 'node:timers/promises';
import type { Choice } from './choose.ts';
import type { Counts } from './counts.ts';
import type { Installation } from './installation.ts';

export interface FaultsOptions {
  installation: Installation;
  choice: Choice;
  counts: Counts;
  /** The mean time between two. */
  everyMs: number;
  /** Nothing is frozen for longer. */
  longestFreezeMs: number;
}

/** What was not cut by then is left whole. */
const CUTTING_MS = 2_000;

/** As the sandbox names them. */
const simulators = ['glad', 'alaro', 'vtpass', 'squad', 'reserved-accounts'];

export class Faults {
  readonly #options: FaultsOptions;
  /** Those that last. */
  readonly #lasting = new Set<Promise<void>>();
  #isOver = false;

  constructor(options: FaultsOptions) {
    this.#options = options;
  }

  readonly #kinds = [
    { weight: 44, run: () => this.#killServer() },
    { weight: 5, run: () => this.#killBackend() },
    { weight: 4, run: () => this.#killDatabase() },
    { weight: 12, run: () => this.#freeze() },
    { weight: 24, run: () => this.#cutCommits() },
    { weight: 10, run: () => this.#takeDown() },
    { weight: 4, run: () => this.#fillDisk() },
  ];

  /** Until `stop`. */
  async run(): Promise<void> {
    const { choice, everyMs } = this.#options;
    while (!this.#isOver) {
      await delay(choice.between(everyMs * 0.4, everyMs * 1.6));
      if (!this.#isOver) await this.#tried(choice.weighed(this.#kinds).run());
    }
    await Promise.all(this.#lasting);
  }

  stop(): void {
    this.#isOver = true;
  }

  /** One may meet another: the database cannot be asked whom to kill while it is away. The report says how many came to nothing. */
  async #tried(fault: Promise<void>): Promise<void> {
    const { counts } = this.#options;
    counts.add('faults');
    await fault.catch(() => counts.add('faults that failed'));
  }

  /** Part of one that was counted. */
  #last(fault: Promise<void>): void {
    const { counts } = this.#options;
    const lasting = fault
      .catch(() => counts.add('faults that failed'))
      .finally(() => this.#lasting.delete(lasting));
    this.#lasting.add(lasting);
  }

  async #killServer(): Promise<void> {
    const { choice, installation } = this.#options;
    await choice.of(installation.servers).kill();
  }

  async #killBackend(): Promise<void> {
    const { choice, installation, counts } = this.#options;
    await installation.killBackend(choice);
    counts.add('kills of a database connection');
  }

  async #killDatabase(): Promise<void> {
    const { installation, counts } = this.#options;
    await installation.killDatabase();
    counts.add('kills of the database');
  }

  async #freeze(): Promise<void> {
    const { choice, installation, counts, longestFreezeMs } = this.#options;
    counts.add('servers frozen');
    this.#last(choice.of(installation.servers).freeze(choice.between(200, longestFreezeMs)));
  }

  async #cutCommits(): Promise<void> {
    const { choice, installation } = this.#options;
    const { servers, databaseProxies } = installation;
    const index = choice.between(0, servers.length - 1);
    const databaseProxy = databaseProxies[index];
    const what = choice.maybe(0.75) ? 'answer' : 'commit';
    // A start commits too: cut one after the other, a server would hardly come back.
    if (databaseProxy === undefined || (await servers[index]?.isReady()) !== true) return;
    databaseProxy.cutNext(choice.between(1, 6), what);
    this.#last(delay(CUTTING_MS).then(() => databaseProxy.cutNext(0, what)));
  }

  async #takeDown(): Promise<void> {
    const { choice, installation, counts } = this.#options;
    const name = choice.of(simulators);
    counts.add('simulators down');
    await installation.control(`faces/${name}`, { down: true });
    const backUp = async (): Promise<void> => {
      await delay(choice.between(500, 6_000));
      await installation.control(`faces/${name}`, { down: false });
    };
    this.#last(backUp());
  }

  async #fillDisk(): Promise<void> {
    const { choice, installation, counts } = this.#options;
    counts.add('disks full');
    for (const proxy of installation.databaseProxies) proxy.setDiskFull(true);
    const makeRoom = async (): Promise<void> => {
      await delay(choice.between(300, 2_500));
      for (const proxy of installation.databaseProxies) proxy.setDiskFull(false);
    };
    this.#last(makeRoom());
  }
}

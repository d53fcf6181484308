/**
 * Group commit in the application: while one batch is being committed, arrivals queue up; when it returns, all that wait go as the
 * next batch. There is no timer and no waiting for a batch to fill, so a lonely caller pays nothing.
 */
export interface BatchQueue<Item, Answer> {
  /** Resolves with this item's own answer. */
  add(item: Item): Promise<Answer>;
  /** How many wait for the next batch. */
  readonly queued: number;
  /** For how long the oldest that its batch has not answered has been waiting, in seconds; 0 when none is. */
  oldestSeconds(): number;
}

/** For the items of a batch, in their order; `'again'` puts an item into the next batch. */
export type BatchAnswers<Answer> = Promise<(Answer | 'again')[]>;

/** A batch as a function of the database takes it, and what is read from the rows that it gives. */
export interface EncodedBatch<Row, Answer> {
  readonly param: string;
  /** In the order of the items. */
  answers(rows: readonly Row[]): (Answer | 'again')[];
}

/** Decides for one item alone when its batch failed. */
type AfterFailure<Item, Answer> = (item: Item, error: unknown) => Promise<Answer>;

const MOST_AT_ONCE = 500;

export function createBatchQueue<Item, Answer>(options: {
  commit: (items: Item[]) => BatchAnswers<Answer>;
  afterFailure: AfterFailure<Item, Answer>;
  maximum?: number;
}): BatchQueue<Item, Answer> {
  const { commit, afterFailure, maximum = MOST_AT_ONCE } = options;
  const pending = new Pending(afterFailure, maximum);
  const wake = createTurns(async () => {
    const batch = pending.take();
    if (batch === undefined) return false;
    await batch.finish(Promise.resolve(batch.items).then(commit));
    return true;
  });
  return pending.queue(wake);
}

/**
 * Two queues that take turns together: what waits in both goes at once, so that it can share a commit. `commit` gets the items of both, of
 * which one may be empty, answers for each queue by a promise of its own, and does not throw.
 */
export function createPairedQueues<Item1, Answer1, Item2, Answer2>(options: {
  commit: (
    first: Item1[],
    second: Item2[],
  ) => readonly [first: BatchAnswers<Answer1>, second: BatchAnswers<Answer2>];
  afterFailure: readonly [first: AfterFailure<Item1, Answer1>, second: AfterFailure<Item2, Answer2>];
}): readonly [first: BatchQueue<Item1, Answer1>, second: BatchQueue<Item2, Answer2>] {
  const { commit, afterFailure } = options;
  const pending = [
    new Pending(afterFailure[0], MOST_AT_ONCE),
    new Pending(afterFailure[1], MOST_AT_ONCE),
  ] as const;
  const wake = createTurns(async () => {
    const [first, second] = [pending[0].take(), pending[1].take()];
    if (first === undefined && second === undefined) return false;
    const answers = commit(first?.items ?? [], second?.items ?? []);
    await Promise.all([first?.finish(answers[0]), second?.finish(answers[1])]);
    return true;
  });
  return [pending[0].queue(wake), pending[1].queue(wake)];
}

interface Queued<Item, Answer> {
  item: Item;
  sinceMs: number;
  resolve: (answer: Answer) => void;
  reject: (error: unknown) => void;
}

interface TakenBatch<Item, Answer> {
  readonly items: Item[];
  /** Gives each item its answer; never throws. */
  finish(answers: BatchAnswers<Answer>): Promise<void>;
}

/** What waits for its batch. */
class Pending<Item, Answer> {
  #queued: Queued<Item, Answer>[] = [];
  readonly #inCommit = new Set<Queued<Item, Answer>[]>();
  readonly #afterFailure: AfterFailure<Item, Answer>;
  readonly #maximum: number;

  constructor(afterFailure: AfterFailure<Item, Answer>, maximum: number) {
    this.#afterFailure = afterFailure;
    this.#maximum = maximum;
  }

  queue(wake: () => void): BatchQueue<Item, Answer> {
    const queued = () => this.#queued;
    return {
      add(item) {
        return new Promise<Answer>((resolve, reject) => {
          queued().push({ item, sinceMs: performance.now(), resolve, reject });
          wake();
        });
      },
      get queued() {
        return queued().length;
      },
      oldestSeconds: () => this.#oldestSeconds(),
    };
  }

  #oldestSeconds(): number {
    const firstOfEach = [this.#queued, ...this.#inCommit].flatMap(([first]) => first ?? []);
    const nowMs = performance.now();
    return Math.max(0, ...firstOfEach.map(({ sinceMs }) => nowMs - sinceMs)) / 1_000;
  }

  take(): TakenBatch<Item, Answer> | undefined {
    if (this.#queued.length === 0) return undefined;
    const batch = this.#queued.slice(0, this.#maximum);
    this.#queued = this.#queued.slice(this.#maximum);
    this.#inCommit.add(batch);
    return {
      items: batch.map(({ item }) => item),
      finish: (answers) =>
        answers
          .finally(() => this.#inCommit.delete(batch))
          .then(
            (given) => this.#answer(batch, given),
            (error: unknown) => this.#settleFailed(batch, error),
          ),
    };
  }

  #answer(batch: Queued<Item, Answer>[], answers: (Answer | 'again')[]): void {
    for (const [index, queued] of batch.entries()) {
      const answer = answers[index];
      if (answer === 'again') this.#queued.push(queued);
      else if (answer === undefined) queued.reject(new Error('the batch gave no answer for this item'));
      else queued.resolve(answer);
    }
  }

  /** Beside the queue: those who come next do not wait until the last member of a failed batch has its answer. */
  #settleFailed(batch: Queued<Item, Answer>[], error: unknown): void {
    for (const { item, resolve, reject } of batch) void this.#afterFailure(item, error).then(resolve, reject);
  }
}

/** Called for each arrival: takes one turn after the other until a turn finds nothing. */
function createTurns(takeTurn: () => Promise<boolean>): () => void {
  let running = false;
  async function run(): Promise<void> {
    running = true;
    // What else the network has for this turn of the event loop comes along: fewer, larger commits, at no wait that counts.
    do await new Promise((resolve) => setImmediate(resolve));
    while (await takeTurn());
    running = false;
  }
  return () => {
    if (!running) void run();
  };
}

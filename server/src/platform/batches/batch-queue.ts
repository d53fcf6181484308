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

interface Queued<Item, Answer> {
  item: Item;
  sinceMs: number;
  resolve: (answer: Answer) => void;
  reject: (error: unknown) => void;
}

const MOST_AT_ONCE = 500;
/** Of the event loop, for one batch. Under load each turn may bring somebody: without a bound the first of them would wait for ever. */
const MOST_TURNS = 12;

/** When `commit` fails, `afterFailure` decides for each item of its batch alone. */
export function createBatchQueue<Item, Answer>(options: {
  commit: (items: Item[]) => BatchAnswers<Answer>;
  afterFailure: (item: Item, error: unknown) => Promise<Answer>;
  maximum?: number;
}): BatchQueue<Item, Answer> {
  const { commit, afterFailure, maximum = MOST_AT_ONCE } = options;
  let queue: Queued<Item, Answer>[] = [];
  let inCommit: readonly Queued<Item, Answer>[] = [];
  let running = false;

  /** Beside the queue: those who come next do not wait until the last member of a failed batch has its answer. */
  function settleFailed(batch: readonly Queued<Item, Answer>[], error: unknown): void {
    for (const { item, resolve, reject } of batch) void afterFailure(item, error).then(resolve, reject);
  }

  async function runBatch(batch: readonly Queued<Item, Answer>[]): Promise<void> {
    try {
      const answers = await commit(batch.map(({ item }) => item));
      for (const [index, queued] of batch.entries()) {
        const answer = answers[index];
        if (answer === 'again') queue.push(queued);
        else if (answer === undefined) queued.reject(new Error('the batch gave no answer for this item'));
        else queued.resolve(answer);
      }
    } catch (error) {
      settleFailed(batch, error);
    }
  }

  /**
   * What else the network has for this turn of the event loop comes along; and while turns bring more, so does what the next one has, up to
   * a bound: fewer, larger commits, since much of what a batch costs the database does not depend on its size. Who comes alone waits for one
   * turn.
   */
  async function gather(): Promise<void> {
    let gathered = 0;
    for (let turn = 0; turn < MOST_TURNS && queue.length > gathered; turn += 1) {
      gathered = queue.length;
      await new Promise((resolve) => setImmediate(resolve));
    }
  }

  async function drain(): Promise<void> {
    running = true;
    while (queue.length > 0) {
      await gather();
      inCommit = queue.slice(0, maximum);
      queue = queue.slice(maximum);
      await runBatch(inCommit);
      inCommit = [];
    }
    running = false;
  }

  return {
    add(item) {
      return new Promise<Answer>((resolve, reject) => {
        queue.push({ item, sinceMs: performance.now(), resolve, reject });
        if (!running) void drain();
      });
    },
    get queued() {
      return queue.length;
    },
    oldestSeconds() {
      const oldest = inCommit[0] ?? queue[0];
      return oldest === undefined ? 0 : (performance.now() - oldest.sinceMs) / 1_000;
    },
  };
}

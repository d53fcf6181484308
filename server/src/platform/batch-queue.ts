/**
 * Group commit in the application: while one batch is being committed, arrivals queue up; when it returns, all that wait go as the
 * next batch. There is no timer and no waiting for a batch to fill, so a lonely caller pays nothing.
 */
export interface BatchQueue<Item, Answer> {
  /** Resolves with this item's own answer. */
  add(item: Item): Promise<Answer>;
  /** How many wait for the next batch. */
  readonly queued: number;
}

interface Queued<Item, Answer> {
  item: Item;
  resolve: (answer: Answer) => void;
  reject: (error: unknown) => void;
}

/**
 * `commit` gets the items of a batch and answers in the same order; `'again'` puts an item into the next batch.
 * When it throws, `afterFailure` decides for each item alone.
 */
export function createBatchQueue<Item, Answer>(options: {
  commit: (items: Item[]) => Promise<(Answer | 'again')[]>;
  afterFailure: (item: Item, error: unknown) => Promise<Answer>;
  maximum?: number;
}): BatchQueue<Item, Answer> {
  const { commit, afterFailure, maximum = 500 } = options;
  let queue: Queued<Item, Answer>[] = [];
  let running = false;

  /** Beside the queue: those who come next do not wait until the last member of a failed batch has its answer. */
  function settleFailed(batch: Queued<Item, Answer>[], error: unknown): void {
    for (const { item, resolve, reject } of batch) void afterFailure(item, error).then(resolve, reject);
  }

  async function runBatch(batch: Queued<Item, Answer>[]): Promise<void> {
    try {
      const answers = await commit(batch.map((queued) => queued.item));
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

  async function drain(): Promise<void> {
    running = true;
    while (queue.length > 0) {
      // What else the network has for this turn of the event loop comes along: fewer, larger commits, at no wait that counts.
      await new Promise((resolve) => setImmediate(resolve));
      const batch = queue.slice(0, maximum);
      queue = queue.slice(maximum);
      await runBatch(batch);
    }
    running = false;
  }

  return {
    add(item) {
      return new Promise<Answer>((resolve, reject) => {
        queue.push({ item, resolve, reject });
        if (!running) void drain();
      });
    },
    get queued() {
      return queue.length;
    },
  };
}

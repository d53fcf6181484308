import { describe, expect, it } from 'vitest';
import { createBatchQueue } from './batch-queue.ts';

const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** Longer than a batch waits for more, when nothing more comes. */
async function nextBatch(): Promise<void> {
  for (let turn = 0; turn < 3; turn += 1) await nextTurn();
}

/** A commit that ends when the test says so, and a record of the batches. */
function gate() {
  const batches: string[][] = [];
  let open: (() => void)[] = [];
  return {
    batches,
    pass(items: string[]): Promise<void> {
      batches.push(items);
      return new Promise((resolve) => open.push(resolve));
    },
    /** Lets the batch under way end and what follows from it happen. */
    async release(): Promise<void> {
      const queued = open;
      open = [];
      for (const resolve of queued) resolve();
      await nextBatch();
    },
  };
}

const never = async (item: string): Promise<string> => {
  throw new Error(`nobody asked for ${item} alone`);
};

/** A queue whose commits end when the test says so, and answer with what came. */
function gatedQueue(options: { maximum?: number } = {}) {
  const latch = gate();
  const queue = createBatchQueue<string, string>({
    commit: async (items) => {
      await latch.pass(items);
      return items;
    },
    afterFailure: never,
    ...options,
  });
  return { latch, queue };
}

describe('a queue', () => {
  it('commits what comes alone at once', async () => {
    const batches: string[][] = [];
    const queue = createBatchQueue<string, string>({
      commit: async (items) => {
        batches.push(items);
        return items.map((item) => `${item}!`);
      },
      afterFailure: never,
    });
    expect(await queue.add('a')).toBe('a!');
    expect(await queue.add('b')).toBe('b!');
    expect(batches).toEqual([['a'], ['b']]);
    expect(queue.queued).toBe(0);
  });

  it('takes what arrives in the same turn of the event loop together', async () => {
    const { latch, queue } = gatedQueue();
    const answers = ['a', 'b'].map((item) => queue.add(item));
    await nextBatch();
    answers.push(queue.add('c'));
    await latch.release();
    await latch.release();
    expect(latch.batches).toEqual([['a', 'b'], ['c']]);
    expect(await Promise.all(answers)).toEqual(['a', 'b', 'c']);
  });

  it('waits for what the next turns bring, as long as each brings more', async () => {
    const { latch, queue } = gatedQueue();
    const answers = ['a', 'b'].map((item) => queue.add(item));
    await nextTurn();
    answers.push(queue.add('c'));
    await nextTurn();
    expect(latch.batches).toEqual([]);
    await nextTurn();
    expect(latch.batches).toEqual([['a', 'b', 'c']]);
    await latch.release();
    expect(await Promise.all(answers)).toEqual(['a', 'b', 'c']);
  });

  it('waits for a bounded number of turns, however many bring more', async () => {
    const { latch, queue } = gatedQueue();
    const answers = [queue.add('first')];
    for (let turn = 0; turn < 100 && latch.batches.length === 0; turn += 1) {
      answers.push(queue.add(`${turn}`));
      await nextTurn();
    }
    expect(latch.batches).toHaveLength(1);
    expect(latch.batches[0]?.length).toBeGreaterThan(2);
    await latch.release();
    await latch.release();
    await Promise.all(answers);
  });

  it('takes what arrived during a commit together into the next one, in the order of arrival', async () => {
    const latch = gate();
    const queue = createBatchQueue<string, string>({
      commit: async (items) => {
        await latch.pass(items);
        return items.map((item) => item.toUpperCase());
      },
      afterFailure: never,
    });
    const first = queue.add('a');
    await nextBatch();
    const answers = ['b', 'c', 'd'].map((item) => queue.add(item));
    expect(queue.queued).toBe(3);
    await latch.release();
    const late = queue.add('e');
    await latch.release();
    await latch.release();
    expect(latch.batches).toEqual([['a'], ['b', 'c', 'd'], ['e']]);
    expect(await Promise.all([first, ...answers, late])).toEqual(['A', 'B', 'C', 'D', 'E']);
  });

  it('never runs two commits at once', async () => {
    let running = 0;
    let most = 0;
    const queue = createBatchQueue<number, number>({
      commit: async (items) => {
        running += 1;
        most = Math.max(most, running);
        await new Promise((resolve) => setImmediate(resolve));
        running -= 1;
        return items;
      },
      afterFailure: (item) => Promise.resolve(item),
    });
    const numbers = Array.from({ length: 500 }, (_, index) => index);
    const answers = await Promise.all(
      numbers.map(async (number) => {
        if (number % 7 === 0) await new Promise((resolve) => setImmediate(resolve));
        return queue.add(number);
      }),
    );
    expect(answers).toEqual(numbers);
    expect(most).toBe(1);
  });

  it('takes no more than its maximum at a time', async () => {
    const { latch, queue } = gatedQueue({ maximum: 2 });
    const answers = ['a', 'b', 'c', 'd', 'e'].map((item) => queue.add(item));
    await nextBatch();
    for (let round = 0; round < 3; round += 1) await latch.release();
    expect(latch.batches).toEqual([['a', 'b'], ['c', 'd'], ['e']]);
    expect(await Promise.all(answers)).toEqual(['a', 'b', 'c', 'd', 'e']);
  });

  it("asks once more, behind those that wait, for what is told 'again'", async () => {
    const latch = gate();
    const seen = new Set<string>();
    const queue = createBatchQueue<string, string>({
      commit: async (items) => {
        await latch.pass(items);
        return items.map((item) => (item === 'b' && !seen.has(item) && seen.add(item) ? 'again' : item));
      },
      afterFailure: never,
    });
    const answers = ['a', 'b', 'c'].map((item) => queue.add(item));
    await nextBatch();
    answers.push(queue.add('d'));
    for (let round = 0; round < 2; round += 1) await latch.release();
    expect(latch.batches).toEqual([
      ['a', 'b', 'c'],
      ['d', 'b'],
    ]);
    expect(await Promise.all(answers)).toEqual(['a', 'b', 'c', 'd']);
  });

  it('decides for each member alone when a commit fails, and goes on with the next', async () => {
    const alone: string[] = [];
    let commits = 0;
    const queue = createBatchQueue<string, string>({
      commit: async (items) => {
        commits += 1;
        await new Promise((resolve) => setImmediate(resolve));
        if (items.includes('bad')) throw new Error('the connection is gone');
        return items;
      },
      afterFailure: async (item, error) => {
        alone.push(item);
        if (item === 'bad') throw error;
        return `${item} alone`;
      },
    });
    const first = queue.add('first');
    await nextBatch();
    const batch = [first, ...['good', 'bad', 'fine'].map((item) => queue.add(item))];
    const results = await Promise.allSettled(batch);
    expect(results).toEqual([
      { status: 'fulfilled', value: 'first' },
      { status: 'fulfilled', value: 'good alone' },
      { status: 'rejected', reason: new Error('the connection is gone') },
      { status: 'fulfilled', value: 'fine alone' },
    ]);
    expect(alone).toEqual(['good', 'bad', 'fine']);
    expect(await queue.add('later')).toBe('later');
    expect(commits).toBe(3);
  });

  it('commits the next batch while the members of a failed one are still being decided', async () => {
    const deciding: ((answer: string) => void)[] = [];
    const queue = createBatchQueue<string, string>({
      commit: async (items) => {
        if (items.includes('bad')) throw new Error('the connection is gone');
        return items;
      },
      afterFailure: () => new Promise((resolve) => void deciding.push(resolve)),
    });
    const bad = queue.add('bad');
    await nextBatch();
    expect(await queue.add('good')).toBe('good');
    for (const decide of deciding) decide('bad in the end');
    expect(await bad).toBe('bad in the end');
  });

  it('goes on when a commit throws before it gives a promise', async () => {
    const queue = createBatchQueue<string, string>({
      commit(items) {
        if (items.includes('bad')) throw new Error('that cannot be encoded');
        return Promise.resolve(items);
      },
      afterFailure: async (_item, error) => String(error),
    });
    expect(await queue.add('bad')).toBe('Error: that cannot be encoded');
    expect(await queue.add('good')).toBe('good');
  });

  it('tells a member that was given no answer', async () => {
    const queue = createBatchQueue<string, string>({ commit: async () => [], afterFailure: never });
    await expect(queue.add('a')).rejects.toThrow('no answer');
  });
});

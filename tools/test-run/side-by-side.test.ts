import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { runCommand, sideBySide } from './side-by-side.mjs';

const run = (script: string): ReturnType<typeof runCommand> =>
  runCommand(`"${process.execPath}" -e "${script}"`, { cwd: process.cwd(), env: process.env, keep: true });

describe('what runs side by side', () => {
  it('is never more at once than the limit, and answers in the order of the list', async () => {
    let running = 0;
    let most = 0;
    const answers = await sideBySide(
      [5, 1, 4, 2, 3],
      async (item) => {
        running += 1;
        most = Math.max(most, running);
        await sleep(item * 5);
        running -= 1;
        return item * 10;
      },
      2,
    );
    expect(answers).toEqual([50, 10, 40, 20, 30]);
    expect(most).toBe(2);
  });

  it('does run at once: each of two waits until the other has begun', async () => {
    let arrived = 0;
    let resolve: (() => void) | undefined;
    const both = new Promise<void>((done) => {
      resolve = done;
    });
    const meet = async (): Promise<void> => {
      arrived += 1;
      if (arrived === 2) resolve?.();
      await both;
    };
    await sideBySide([1, 2], meet, 2);
    expect(arrived).toBe(2);
  });

  it('keeps all that a command printed, on both channels, whole and apart from the others', async () => {
    const talk = (name: string): string =>
      `let n = 0; const next = () => { n % 2 ? console.log('${name}', n) : console.error('${name}', n); if (++n < 5) setTimeout(next, 5); }; next()`;
    const ended = await sideBySide(['a', 'b'], (name) => run(talk(name)), 2);
    expect(ended.map(({ code }) => code)).toEqual([0, 0]);
    expect(ended.map(({ output }) => output.trim().split('\n').toSorted())).toEqual([
      ['a 0', 'a 1', 'a 2', 'a 3', 'a 4'],
      ['b 0', 'b 1', 'b 2', 'b 3', 'b 4'],
    ]);
  });

  it('tells how a command ended', async () => {
    expect((await run('process.exit(3)')).code).toBe(3);
    expect((await run('console.log(String.fromCharCode(33))')).code).toBe(0);
  });
});

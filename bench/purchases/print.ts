/** What `npm run bench -- purchases` prints. */
import type { LoadResult } from '../load.ts';

export interface Cell {
  wallets: 'many' | 'one';
  supplierMs: number;
  concurrency: number;
}

export interface Round {
  load: LoadResult;
  appCpuUs: number | undefined;
  databaseCpuUs: number | undefined;
  /** Of the sandbox and of the load itself, which share the cores. */
  aroundCpuUs: number | undefined;
}

/** The median round of a contestant, and how many times as fast as it the product was. */
export interface Measured extends Round {
  ratio: number;
}

const number = (value: number | undefined, digits = 0) => (value === undefined ? '-' : value.toFixed(digits));

export function printCell(cell: Cell, results: Map<string, Measured>): void {
  for (const [name, { load, appCpuUs, databaseCpuUs, aroundCpuUs, ratio }] of results) {
    const { p50, p95, p99 } = load.latencyMs;
    const columns = [
      name.padEnd(9),
      `${cell.wallets} wallet${cell.wallets === 'one' ? ' ' : 's'}`.padEnd(13),
      `${cell.supplierMs} ms`.padStart(6),
      `c=${cell.concurrency}`.padStart(6),
      `${number(load.perSecond)}/s`.padStart(9),
      `p50 ${number(p50, 1)}`.padStart(10),
      `p95 ${number(p95, 1)}`.padStart(10),
      `p99 ${number(p99, 1)}`.padStart(10),
      `cpu app ${number(appCpuUs)} us`.padStart(16),
      `db ${number(databaseCpuUs)} us`.padStart(11),
      `around ${number(aroundCpuUs)} us`.padStart(13),
    ];
    console.log(columns.join(' ') + (name === 'product' ? '' : `  product ${ratio.toFixed(2)}x`));
  }
}

export function printSummary(all: Map<Cell, Map<string, Measured>>): void {
  const find = (wallets: Cell['wallets'], concurrency: number) =>
    [...all].find(
      ([cell]) => cell.wallets === wallets && cell.supplierMs === 0 && cell.concurrency === concurrency,
    )?.[1];
  const rate = (results: Map<string, Measured> | undefined, name: string) =>
    results?.get(name)?.load.perSecond ?? Number.NaN;
  const others = new Set([...all.values()].flatMap((results) => [...results.keys()]));
  others.delete('product');
  for (const concurrency of new Set([...all.keys()].map((cell) => cell.concurrency))) {
    const many = find('many', concurrency);
    const one = find('one', concurrency);
    const ratios = [
      ...[...others].map(
        (name) =>
          `many wallets ${number(many?.get(name)?.ratio, 2)}x ${name}, one wallet ${number(one?.get(name)?.ratio, 2)}x`,
      ),
      `one wallet ${(rate(one, 'product') / rate(many, 'product')).toFixed(2)} of many`,
    ];
    console.log(`c=${concurrency}, supplier answering at once: ${ratios.join(', ')}`);
  }
}

/** `npm run bench -- <name> [options]`: each bench compares in one run and prints ratios. */
import { benchPurchases } from './purchases/bench.ts';

const benches: Record<string, (options: string[]) => Promise<void>> = { purchases: benchPurchases };

const [name = '', ...options] = process.argv.slice(2);
const bench = benches[name];
if (bench === undefined) {
  console.error(`Which one? ${Object.keys(benches).join(', ')}`);
  process.exit(1);
}
await bench(options);
process.exit(0);

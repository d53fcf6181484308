/** `npm run bench -- <name> [options]`: each bench compares in one run and prints ratios. */
import { benchDisk } from './disk/bench.ts';
import { benchFlood } from './flood/bench.ts';
import { benchGrowth } from './growth/bench.ts';
import { benchPages } from './pages/bench.ts';
import { benchPurchases } from './purchases/bench.ts';

const benches: Record<string, (options: string[]) => Promise<void>> = {
  disk: benchDisk,
  flood: benchFlood,
  growth: benchGrowth,
  pages: benchPages,
  purchases: benchPurchases,
};

const [name = '', ...options] = process.argv.slice(2);
const bench = benches[name];
if (bench === undefined) {
  console.error(`Which one? ${Object.keys(benches).join(', ')}`);
  process.exit(1);
}
await bench(options);
// With the code that the bench has set.
process.exit();

import { browserTests, checks, runSections, unitTests, weight } from './sections.mjs';
import { setUp } from './setup.mjs';

await setUp({ build: 'when-changed' });
await runSections([...checks, weight, unitTests('tests'), browserTests]);

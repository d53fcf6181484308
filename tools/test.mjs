import { browserTests, checks, runSections, unitTests } from './sections.mjs';
import { setUp } from './setup.mjs';

await setUp({ build: 'when-changed' });
await runSections([...checks, unitTests('tests'), browserTests]);

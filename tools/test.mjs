import { browserTests, checks, runStages, unitTests, weight } from './test-run/sections.mjs';
import { setUp } from './setup.mjs';

await setUp({ build: 'when-changed' });
await runStages([[...checks, weight], [unitTests('tests')], [browserTests]]);

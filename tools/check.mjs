import { checks, runStages, unitTests } from './test-run/sections.mjs';
import { setUp } from './setup.mjs';

/*
 * The quick form of npm test: what needs neither a build nor a database nor a browser.
 */

await setUp({ build: 'never' });
await runStages([[...checks, unitTests('quick tests', '--project quick')]]);

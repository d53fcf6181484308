import { setUp } from './setup.mjs';

/* npm run build; with -- --live what a live installation runs, which has no sandbox in it. */
await setUp({ build: 'always', isLive: process.argv.includes('--live') });

/** `npm run settings`: writes the tables of settings into docs/operations.md, from those that the program reads. */
import { readFileSync, writeFileSync } from 'node:fs';
import { format, resolveConfig } from 'prettier';
import { writeSettings } from '../server/src/config/tables.ts';

const place = new URL('../docs/operations.md', import.meta.url);
const written = writeSettings(readFileSync(place, 'utf8'));
const options = await resolveConfig(place);
writeFileSync(place, await format(written, { ...options, parser: 'markdown' }));

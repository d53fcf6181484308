/** The files of the page that are no code of the server: they lie beside this one, also when the server runs from one bundle. */
import { readFileSync } from 'node:fs';

const folder = new URL(import.meta.url.endsWith('.ts') ? './' : '../src/developers/', import.meta.url);

export const readText = (name: string): string => readFileSync(new URL(name, folder), 'utf8');

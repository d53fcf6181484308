/** The files of the page that are no code of the server: read from the sources, also when the server runs from one bundle. */
import { readFileSync } from 'node:fs';

const root = new URL(import.meta.url.endsWith('.ts') ? '../../../../' : '../../', import.meta.url);

/** A file by its path from the root of the project. */
export const readText = (path: string): string => readFileSync(new URL(path, root), 'utf8');

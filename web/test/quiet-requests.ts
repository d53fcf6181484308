/**
 * A browser writes each request that is refused or cut to its console, and happy-dom does, to the console of the process itself. Here such
 * requests are what tests make on purpose, and their lines would hide the one that matters.
 */
import processConsole from 'node:console';

const isAboutRequest = (value: unknown): boolean =>
  (typeof value === 'string' && /^[A-Z]+ https?:\S+ \d{3} \(/.test(value)) ||
  (value instanceof Error && 'code' in value);

const print = processConsole.error.bind(processConsole);
processConsole.error = (...values: unknown[]): void => {
  if (!isAboutRequest(values[0])) print(...values);
};

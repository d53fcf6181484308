import { ConfigError, readConfig } from '../config.ts';

/** What is wrong with these settings, each in its sentence. */
export function problemsOf(env: Record<string, string | undefined>): string[] {
  try {
    readConfig(env);
  } catch (error) {
    if (error instanceof ConfigError) return error.problems;
    throw error;
  }
  return [];
}

/**
 * What a schema finds wrong with a field, as one sentence for the person who filled it in. The specification's own sentences, where a call
 * has some, are said by the call.
 */
import { refusals, type FieldError } from '@jara/contract/refusals.ts';

/** What a schema check says; as Fastify passes it on. */
export interface Issue {
  keyword: string;
  instancePath: string;
  params: Readonly<Record<string, unknown>>;
}

/** The field that an issue speaks of; a missing one is named by the issue's parameters. */
export function fieldOf({ params, instancePath }: Issue): string {
  const { missingProperty: missing } = params;
  return typeof missing === 'string' ? missing : instancePath.replace(/^\//, '').replaceAll('/', '.');
}

const byType: Readonly<Record<string, string>> = {
  // A field that takes a number or text takes a number: text is how some programs write it.
  integer: 'Enter a whole number',
  number: 'Enter a number',
  string: 'Enter text',
  boolean: 'Choose true or false',
  array: 'Send a list',
  object: 'Send an object with fields',
};

const byKeyword: Readonly<Record<string, (params: Issue['params']) => string>> = {
  maxLength: ({ limit }) => `Use at most ${String(limit)} characters`,
  minLength: ({ limit }) => (limit === 1 ? 'Enter a value' : `Use at least ${String(limit)} characters`),
  minimum: ({ limit }) => `Enter ${String(limit)} or more`,
  maximum: ({ limit }) => `Enter ${String(limit)} or less`,
  minItems: ({ limit }) => `Send at least ${String(limit)} of them`,
  maxItems: ({ limit }) => `Send at most ${String(limit)} of them`,
  enum: ({ allowedValues }) =>
    Array.isArray(allowedValues)
      ? `Choose one of these: ${allowedValues.join(', ')}`
      : refusals.invalid_input.msg,
};

/** One sentence for everything that is wrong with a field: of the ways to be right, the most telling one. */
function sentenceOf(issues: readonly Issue[]): string {
  for (const { keyword, params } of issues) {
    const sentence = byKeyword[keyword]?.(params);
    if (sentence !== undefined) return sentence;
  }
  const types = new Set(
    issues.filter(({ keyword }) => keyword === 'type').map(({ params }) => params['type']),
  );
  const [, sentence] = Object.entries(byType).find(([type]) => types.has(type)) ?? [];
  return sentence ?? refusals.invalid_input.msg;
}

/** One for each field, in the order in which they were found. */
export function fieldErrors(issues: readonly Issue[]): FieldError[] {
  const byField = new Map<string, Issue[]>();
  for (const issue of issues) {
    const field = fieldOf(issue);
    byField.set(field, [...(byField.get(field) ?? []), issue]);
  }
  return [...byField].map(([field, ofField]) => ({ field, msg: sentenceOf(ofField) }));
}

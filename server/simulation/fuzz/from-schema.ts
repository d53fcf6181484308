/**
 * Values by the schemas of the contract, of the kinds that it uses: what a schema takes, and what lies just beside it. A field whose name
 * tells what belongs there is filled with that (`hints`), so that most requests come further than the first check.
 */
import type { Choice } from '../choose.ts';
import { oddText, oddValue } from './odd-values.ts';

/** TypeBox makes JSON Schema; these are the words of it that the contract uses. */
export interface Schema {
  type?: string;
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  anyOf?: Schema[];
  enum?: unknown[];
  const?: unknown;
  patternProperties?: Record<string, Schema>;
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  minItems?: number;
  maxItems?: number;
}

/** Something that belongs into a field of this name, or undefined. */
export type Hints = (field: string) => unknown;

export type Fields = Record<string, unknown>;

function validValue(chance: Choice, schema: Schema, hints: Hints, field = ''): unknown {
  if (schema.const !== undefined) return schema.const;
  if (schema.enum !== undefined) return chance.of(schema.enum);
  const hinted = chance.once(12) ? undefined : hints(field);
  if (hinted !== undefined && fits(schema, hinted)) return hinted;
  if (schema.anyOf !== undefined) return validValue(chance, chance.of(schema.anyOf), hints, field);
  switch (schema.type) {
    case 'object':
      return schema.properties === undefined ? { note: 'x' } : validFields(chance, schema, hints);
    case 'array': {
      const length = (schema.minItems ?? 0) + chance.below(Math.min(3, (schema.maxItems ?? 3) + 1));
      return Array.from({ length }, () => validValue(chance, schema.items ?? {}, hints, field));
    }
    case 'string':
      return validText(chance, schema);
    case 'integer':
      return chance.of([schema.minimum ?? 0, (schema.minimum ?? 0) + 1, 7, schema.maximum ?? 1_000]);
    case 'number':
      return chance.of([schema.minimum ?? 1, 100, 250.5, schema.maximum ?? 5_000]);
    case 'boolean':
      return chance.once(2);
    case 'null':
      return null;
    case undefined:
    default:
      return chance.of([null, 1, 'x', {}]);
  }
}

function validText(chance: Choice, { minLength = 0, maxLength = 20 }: Schema): string {
  const length = chance.of([minLength, maxLength, Math.min(maxLength, minLength + 5)]);
  return 'abc 123-é'.repeat(Math.ceil(length / 9)).slice(0, length);
}

/** Each field that must be there, and every second of the others. */
export function validFields(chance: Choice, schema: Schema, hints: Hints): Fields {
  const entries = Object.entries(schema.properties ?? {})
    .filter(([name]) => schema.required?.includes(name) === true || chance.once(2))
    .map(([name, property]) => [name, validValue(chance, property, hints, name)] as const);
  return Object.fromEntries(entries);
}

/** Only the kind: what is hinted at may still break a limit, as people do. */
function fits({ type, anyOf }: Schema, value: unknown): boolean {
  if (anyOf !== undefined) return anyOf.some((one) => fits(one, value));
  if (type === 'integer') return Number.isInteger(value);
  if (type === 'array') return Array.isArray(value);
  if (type === 'null') return value === null;
  return type === undefined || typeof value === type;
}

/** Just inside and just outside of what the schema allows, or something of another kind. */
function besideIt(chance: Choice, schema: Schema): unknown {
  const one = schema.anyOf === undefined ? schema : chance.of(schema.anyOf);
  const { minimum, maximum, minLength, maxLength, maxItems } = one;
  const limits: unknown[] = [];
  if (minimum !== undefined) limits.push(minimum, minimum - 1, minimum - 0.01);
  if (maximum !== undefined) limits.push(maximum, maximum + 1, maximum + 0.01);
  if (minLength !== undefined && minLength > 0) limits.push('x'.repeat(minLength - 1));
  if (maxLength !== undefined)
    limits.push('x'.repeat(maxLength), 'x'.repeat(maxLength + 1), '🙂'.repeat(maxLength));
  if (maxItems !== undefined) limits.push(Array.from({ length: maxItems + 1 }, () => 'x'));
  return limits.length === 0 || chance.once(2) ? oddValue(chance) : chance.of(limits);
}

/** Valid fields with one to three of them gone, changed, or come from elsewhere. */
export function nearlyValidFields(chance: Choice, schema: Schema, hints: Hints): Fields {
  const fields = validFields(chance, schema, hints);
  const names = Object.keys(schema.properties ?? {});
  for (let changes = 1 + chance.below(3); changes > 0; changes -= 1) {
    const name = names.length === 0 || chance.once(6) ? chance.of(strangers) : chance.of(names);
    const property = schema.properties?.[name] ?? {};
    if (chance.once(5)) delete fields[name];
    else set(fields, name, chance.once(4) ? oddText(chance) : besideIt(chance, property));
  }
  return fields;
}

/** As an own property, `__proto__` too. */
function set(fields: Fields, name: string, value: unknown): void {
  Object.defineProperty(fields, name, { value, enumerable: true, configurable: true, writable: true });
}

/** Fields that no call has. Taking one of them over would be a fault. */
const strangers = [
  '__proto__',
  'constructor',
  'prototype',
  'isAdmin',
  'is_admin',
  'balance',
  'price',
  'userId',
  'user_id',
  'walletAccountId',
  '$where',
  '',
  'x'.repeat(300),
  '\u0000',
] as const;

import { listTroubles } from '../data/list-troubles.ts';
import type { Switch } from '../environment/switches.ts';

export interface SwitchForm extends Partial<Switch> {
  /** Naira. */
  float?: number;
  /** Naira that are added to the float, whatever is sold at that moment. */
  paidIn?: number;
  webhookUrl?: string;
}

export interface Problem {
  problem: string;
}

const LONGEST_LATENCY_MS = 600_000;
const LARGEST_FLOAT_NAIRA = 1_000_000_000_000;

/** Reads the switches of a simulator from JSON or from a form, where every value is text and an empty one means "keep". */
export function readSwitchForm(body: unknown): SwitchForm | Problem {
  if (typeof body !== 'object' || body === null) return { problem: 'An object is needed' };
  const form: SwitchForm = {};
  for (const [name, value] of Object.entries(body)) {
    if (value === '') continue;
    const problem = readSwitch(form, name, value);
    if (problem !== undefined) return { problem };
  }
  return form;
}

function readSwitch(form: SwitchForm, name: string, value: unknown): string | undefined {
  switch (name) {
    case 'latencyMs':
      return take(readNumber(value, 0, LONGEST_LATENCY_MS), name, (number) => (form.latencyMs = number));
    case 'failPercent':
      return take(readNumber(value, 0, 100), name, (number) => (form.failPercent = number));
    case 'float':
      return take(readNumber(value, 0, LARGEST_FLOAT_NAIRA), name, (number) => (form.float = number));
    case 'paidIn':
      return take(readNumber(value, 0, LARGEST_FLOAT_NAIRA), name, (number) => (form.paidIn = number));
    case 'down':
      return take(readFlag(value), name, (flag) => (form.down = flag));
    case 'lists':
      return take(
        listTroubles.find((trouble) => trouble === value),
        name,
        (trouble) => (form.lists = trouble),
      );
    case 'webhookUrl':
      return take(readWebAddress(value), name, (url) => (form.webhookUrl = url));
    default:
      return `${name} is not a switch`;
  }
}

function take<Value>(
  value: Value | undefined,
  name: string,
  store: (value: Value) => void,
): string | undefined {
  if (value === undefined) return `${name} is not valid`;
  store(value);
  return undefined;
}

export function isProblem(read: SwitchForm | Problem): read is Problem {
  return 'problem' in read;
}

/** A number, also when written in a text, within the limits; else undefined. */
export function readNumber(value: unknown, least: number, most: number): number | undefined {
  const isText = typeof value === 'string' && /^\d+(\.\d+)?$/.test(value);
  const number = isText ? Number(value) : value;
  return typeof number === 'number' && number >= least && number <= most ? number : undefined;
}

function readFlag(value: unknown): boolean | undefined {
  if (value === true || value === 'true') return true;
  return value === false || value === 'false' ? false : undefined;
}

function readWebAddress(value: unknown): string | undefined {
  return typeof value === 'string' && /^https?:\/\//.test(value) && URL.canParse(value) ? value : undefined;
}

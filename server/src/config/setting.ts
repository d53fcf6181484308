/**
 * What a setting is: its name, its default, its range, whether live mode needs it, and what it means, as data. The tables of this folder
 * are made of them; what the program reads, what it refuses and the tables of docs/operations.md all come from there.
 */
import { readFileSync } from 'node:fs';
import { networks, type Network } from '@jara/contract/constants.ts';
import { refuseAddressInClear, refuseRealProvider } from './addresses.ts';
import { GUESSABLE, isGuessable } from './keys.ts';
import type { Start } from './start.ts';

export type Env = Readonly<Record<string, string | undefined>>;

export interface Setting<Value> {
  readonly name: string;
  /** As the documentation shows it, in Markdown. */
  readonly shown: { readonly default: string; readonly range: string; readonly live: string };
  readonly means: string;
  /** `given` is trimmed, and undefined when it is blank. */
  read(given: string | undefined, start: Start): Value;
}

/** Settings under the names that the program has for their values. */
export interface Settings {
  readonly [key: string]: Setting<unknown> | Settings;
}

export type ValuesOf<Tree> =
  Tree extends Setting<infer Value> ? Value : { -readonly [Key in keyof Tree]: ValuesOf<Tree[Key]> };

type AnySetting = Setting<unknown>;

/** Reads one, or all of a table. */
export type Reader = <Tree extends Settings | AnySetting>(settings: Tree) => ValuesOf<Tree>;

export const isSetting = (entry: AnySetting | Settings): entry is AnySetting =>
  typeof entry.read === 'function';

const FILE_SUFFIX = '_FILE';

/** Itself, or as a file. */
export const isGiven = (env: Env, name: string): boolean =>
  givenIn(env, name) !== undefined || givenIn(env, name + FILE_SUFFIX) !== undefined;

const givenIn = (env: Env, name: string): string | undefined => env[name]?.trim() || undefined;

/** From the environment, or from the file that `<name>_FILE` names: what mounts secrets as files puts none into the environment. */
function readGiven(env: Env, name: string, complain: Start['complain']): string | undefined {
  const given = givenIn(env, name);
  // Where the setting is a file itself, nobody names a file with its name.
  const file = name.endsWith(FILE_SUFFIX) ? undefined : givenIn(env, name + FILE_SUFFIX);
  if (file === undefined) return given;
  if (given !== undefined) complain(`${name} and ${name}${FILE_SUFFIX} are both given: leave one out`);
  try {
    return readFileSync(file, 'utf8').trim() || undefined;
  } catch (error) {
    complain(
      `${name}${FILE_SUFFIX} cannot be read: ${error instanceof Error ? error.message : String(error)}`,
    );
    return given;
  }
}

export function createReader(env: Env, start: Start): Reader {
  const read = (entry: AnySetting | Settings): unknown =>
    isSetting(entry)
      ? entry.read(readGiven(env, entry.name, start.complain), start)
      : Object.fromEntries(Object.entries(entry).map(([key, part]) => [key, read(part)]));
  // The same keys, each with the value of its own setting.
  return <Tree extends Settings | AnySetting>(settings: Tree) => read(settings) as ValuesOf<Tree>;
}

interface About {
  means: string;
  /** In place of the default in the documentation. */
  shown?: string;
}

const quoted = (text: string): string => `\`${text}\``;
const shownText = (text: string): string => (text === '' ? 'none' : quoted(text));

/** A default may say where another setting leads: `http://127.0.0.1:<SANDBOX_PORT>/glad`. */
const fill = (text: string, { port, sandboxPort }: Start): string =>
  text.replace('<PORT>', String(port)).replace('<SANDBOX_PORT>', String(sandboxPort));

export const text = (
  name: string,
  about: About & {
    default: string;
    /** In place of the default while there is play money only. */
    sandbox?: string;
  },
): Setting<string> => ({
  name,
  shown: { default: about.shown ?? shownText(about.default), range: '', live: '' },
  means: about.means,
  read: (given, start) => given ?? fill((start.live ? undefined : about.sandbox) ?? about.default, start),
});

/** Null when it is not given. */
export const optional = (
  name: string,
  about: About & {
    /** `needed`, or in words what else takes its place in live mode: then its reader sees to it. */
    live?: string;
    /** A secret of ours: so many characters, and in live mode not to be guessed. */
    least?: number;
  },
): Setting<string | null> => ({
  name,
  shown: { default: about.shown ?? 'none', range: '', live: about.live ?? '' },
  means: about.means,
  read(given, { live, complain }) {
    if (live && about.live === 'needed' && given === undefined) complain(`${name} is missing`);
    if (given === undefined || about.least === undefined) return given ?? null;
    if (given.length < about.least) complain(`${name} must have at least ${about.least} characters`);
    else if (live && isGuessable(given)) complain(`${name} ${GUESSABLE}`);
    return given;
  },
});

interface Secret extends About {
  sandbox: string;
  /** False where other settings decide whether it is read at all. */
  isAlwaysRead?: boolean;
  /** Where a sandbox may have one that is not a sandbox's: what opens nothing at a provider. */
  isOurs?: boolean;
}

const isOfSandbox = (value: string): boolean => /^sandbox/i.test(value);

/** Has a value for the sandbox; must be given, and be another one, in live mode. */
function readSecret(name: string, sandbox: string, given: string | undefined, start: Start): string {
  const ours = fill(sandbox, start);
  if (start.live && given === undefined) start.complain(`${name} is missing`);
  if (start.live && given === ours) start.complain(`${name} has its sandbox value`);
  else if (start.live && isOfSandbox(given ?? '')) start.complain(`${name} has a value of a sandbox`);
  return given ?? ours;
}

/** The value before, of a secret that is being changed: null when there is none. It is no sandbox's in live mode, and nothing else in a sandbox. */
export const previousSecret = (name: string, about: About): Setting<string | null> => ({
  name: `${name}_PREVIOUS`,
  shown: { default: 'none', range: '', live: '' },
  means: about.means,
  read(given, { live, complain }) {
    if (given !== undefined && live && isOfSandbox(given))
      complain(`${name}_PREVIOUS has a value of a sandbox`);
    if (given !== undefined && !live && !isOfSandbox(given))
      complain(`${name}_PREVIOUS may be a real one: in a sandbox it is left out, or begins with sandbox`);
    return given ?? null;
  },
});

export const secret = (name: string, about: Secret): Setting<string> => ({
  name,
  shown: {
    default: about.shown ?? quoted(about.sandbox),
    range: '',
    live: about.isAlwaysRead === false ? '' : 'needed',
  },
  means: about.means,
  read(given, start) {
    const value = readSecret(name, about.sandbox, given, start);
    if (!start.live && about.isOurs !== true && value !== about.sandbox && !isOfSandbox(value))
      start.complain(`${name} may be a real one: in a sandbox it is left out, or begins with sandbox`);
    return value;
  },
});

/** A secret that is the key of a hash or a cipher: long enough not to be guessed. */
export const key = (name: string, about: Secret): Setting<string> => ({
  ...secret(name, { ...about, shown: 'a published one' }),
  means: `32 bytes or more; ${about.means}`,
  read(given, start) {
    const value = readSecret(name, about.sandbox, given, start);
    if (Buffer.byteLength(value) < 32) start.complain(`${name} must have 32 bytes or more`);
    else if (start.live && isGuessable(value)) start.complain(`${name} ${GUESSABLE}`);
    return value;
  },
});

/** The values before, of a key of which all that were ever in use are needed. None of them is a sandbox's in live mode. */
export const earlierKeys = (name: string, about: About): Setting<string[]> => ({
  name: `${name}_PREVIOUS`,
  shown: { default: 'none', range: '', live: '' },
  means: about.means,
  read(given, { live, complain }) {
    const earlier = (given ?? '')
      .split(';')
      .map((one) => one.trim())
      .filter((one) => one !== '');
    if (earlier.some((one) => Buffer.byteLength(one) < 32))
      complain(`${name}_PREVIOUS has a key of less than 32 bytes: they are separated by ;`);
    if (live && earlier.some(isOfSandbox)) complain(`${name}_PREVIOUS has a value of a sandbox`);
    return earlier;
  },
});

/** Of a provider, or of our own where a live installation may be at the address of the sandbox. Without a slash at the end. */
export const url = (name: string, about: Secret & { mayBeAsInSandbox?: boolean }): Setting<string> => ({
  ...secret(name, about),
  read(given, start) {
    const isMissing = start.live && given === undefined;
    if (isMissing) start.complain(`${name} is missing`);
    const value =
      isMissing || about.mayBeAsInSandbox === true
        ? (given ?? fill(about.sandbox, start))
        : readSecret(name, about.sandbox, given, start);
    if (URL.canParse(value)) {
      const address = new URL(value);
      refuseAddressInClear(name, address, start);
      if (about.mayBeAsInSandbox !== true) refuseRealProvider(name, address, start);
    } else start.complain(`${name} is not an address: ${value}`);
    return value.replace(/\/+$/, '');
  },
});

export const inRange = (given: string, [least, most]: readonly [number, number]): boolean =>
  /^\d+$/.test(given) && Number(given) >= least && Number(given) <= most;

/**
 * A whole number. Without a default it is null when it is not given; one that another setting gives is put in by the caller. `sandbox` is for
 * protections that nobody is to meet who tries the product.
 */
export const whole = <Default extends number | null>(
  name: string,
  about: About & { default: Default; range: readonly [number, number]; sandbox?: number },
): Setting<number | Default> => ({
  name,
  shown: {
    default: about.shown ?? shownWhole(about),
    range: about.range.join('..'),
    live: '',
  },
  means: about.means,
  read(given, { live, complain }) {
    const otherwise = live || about.sandbox === undefined ? about.default : about.sandbox;
    if (given === undefined) return otherwise;
    if (inRange(given, about.range)) return Number(given);
    complain(`${name} must be a whole number from ${about.range.join(' to ')}, not ${given}`);
    return otherwise;
  },
});

const shownWhole = (about: { default: number | null; sandbox?: number }): string =>
  about.sandbox === undefined
    ? quoted(String(about.default))
    : `${quoted(String(about.default))} in live mode, else ${quoted(String(about.sandbox))}`;

/** Where nobody else reaches it. */
const HERE = 'in a sandbox that only this machine reaches';

/** `on` or `off`. */
export const flag = (
  name: string,
  about: About & {
    default: boolean | 'in the sandbox' | 'in live mode' | typeof HERE;
    /** The only value that live mode takes, and the sentence for the other one. */
    live?: { must: boolean; words: string };
  },
): Setting<boolean> => ({
  name,
  shown: {
    default:
      typeof about.default === 'boolean' ? onOrOff(about.default) : `\`on\` ${about.default}, else \`off\``,
    range: '`on`, `off`',
    live: about.live === undefined ? '' : `must be ${about.live.must ? 'on' : 'off'}`,
  },
  means: about.means,
  read(given, { live, isForHere, complain }) {
    const word = given?.toLowerCase();
    if (word !== undefined && word !== 'on' && word !== 'off') {
      complain(`${name} must be on or off, not ${word}`);
    }
    const otherwise =
      about.default === HERE
        ? !live && isForHere
        : about.default === (live ? 'in live mode' : 'in the sandbox') || about.default === true;
    const isOn = word === undefined ? otherwise : word === 'on';
    if (live && about.live !== undefined && isOn !== about.live.must) complain(`${name} ${about.live.words}`);
    return isOn;
  },
});

const onOrOff = (isOn: boolean): string => quoted(isOn ? 'on' : 'off');

/** One of some words; null when it is not given or not one of them. */
export const oneOf = <Word extends string>(
  name: string,
  words: readonly Word[],
  about: About & { shown: string },
): Setting<Word | null> => ({
  name,
  shown: { default: about.shown, range: words.map(quoted).join(', '), live: '' },
  means: about.means,
  read(given, { complain }) {
    const word = words.find((one) => one === given);
    if (given !== undefined && word === undefined) {
      complain(`${name} must be ${words.slice(0, -1).join(', ')} or ${words.at(-1) ?? ''}, not ${given}`);
    }
    return word ?? null;
  },
});

/** One or more of some words, comma-separated; all of them when it is not given. */
export const someOf = <Word extends string>(
  name: string,
  words: readonly Word[],
  about: About,
): Setting<readonly Word[]> => ({
  name,
  shown: { default: quoted(words.join(',')), range: words.map(quoted).join(', '), live: '' },
  means: about.means,
  read(given, { complain }) {
    if (given === undefined) return words;
    const parts = given.split(',').map((part) => part.trim());
    const known = words.filter((word) => parts.includes(word));
    const strange = parts.filter((part) => !words.some((word) => word === part));
    if (strange.length > 0) complain(`${name} must be of ${words.join(', ')}, not ${strange.join(', ')}`);
    return known;
  },
});

type Ids<Name extends string> = Readonly<Record<Name, string>>;

function readIds<Name extends string>(
  name: string,
  names: readonly Name[],
  given: string,
  { complain }: Start,
): Ids<Name> {
  const pairs = given.split(',').map((pair) => pair.split(':', 2));
  const ids = new Map(pairs.map(([ours = '', theirs = '']) => [ours.trim(), theirs.trim()]));
  for (const ours of names) if (!ids.get(ours)) complain(`${name} has no id for ${ours}`);
  // Every name is a key: Object.fromEntries cannot say so.
  return Object.fromEntries(names.map((ours) => [ours, ids.get(ours) ?? ''])) as Record<Name, string>;
}

/** `prepaid:1,postpaid:2`: what somebody else calls our names. */
export const ids = <Name extends string>(
  name: string,
  names: readonly Name[],
  about: About & { default: string },
): Setting<Ids<Name>> => ({
  ...text(name, about),
  read: (given, start) => readIds(name, names, given ?? about.default, start),
});

function readNetworkIds(name: string, given: string, start: Start): Record<Network, number> {
  const found = readIds(name, networks, given, start);
  const idOf = (network: Network): number => {
    const id = Number(found[network]);
    if (!Number.isInteger(id)) start.complain(`${name} has no id for ${network}`);
    return id;
  };
  return { MTN: idOf('MTN'), GLO: idOf('GLO'), AIRTEL: idOf('AIRTEL'), '9MOBILE': idOf('9MOBILE') };
}

/** `MTN:1,GLO:2,AIRTEL:3,9MOBILE:6`. A wrong id buys for another network: an operator states them. */
export const networkIds = (name: string, about: Secret): Setting<Record<Network, number>> => ({
  ...secret(name, about),
  read(given, start) {
    if (start.live && given === undefined) start.complain(`${name} is missing`);
    return readNetworkIds(name, given ?? about.sandbox, start);
  },
});

/** Null when it is not given. */
export const optionalNetworkIds = (
  name: string,
  about: About & { shown: string },
): Setting<Record<Network, number> | null> => ({
  name,
  shown: { default: about.shown, range: '', live: '' },
  means: about.means,
  read: (given, start) => (given === undefined ? null : readNetworkIds(name, given, start)),
});

/** Reads settings one by one and keeps a list of all that is wrong. Which ones there are stands in config.ts. */
import { networks, type Network } from '@jara/contract/constants.ts';

export type Env = Record<string, string | undefined>;

/** `live`: what has no default for real use must be given. */
export function createReader(env: Env, live: boolean) {
  const problems: string[] = [];
  const value = (name: string): string | undefined => env[name]?.trim() || undefined;
  const reader = {
    problems,
    optional: (name: string) => value(name) ?? null,
    text: (name: string, fallback: string) => value(name) ?? fallback,
    /** Has a value for the sandbox world; must be given, and be another one, in live mode. */
    secret(name: string, sandboxValue: string): string {
      const given = value(name);
      if (live && given === undefined) problems.push(`${name} is missing`);
      if (live && given === sandboxValue) problems.push(`${name} has its sandbox value`);
      return given ?? sandboxValue;
    },
    /** A secret that is the key of a hash or a cipher: long enough not to be guessed. */
    key(name: string, sandboxValue: string): string {
      const given = reader.secret(name, sandboxValue);
      if (Buffer.byteLength(given) < 32) problems.push(`${name} must have 32 bytes or more`);
      return given;
    },
    url(name: string, sandboxValue: string): string {
      const given = live ? reader.secret(name, sandboxValue) : reader.text(name, sandboxValue);
      if (given !== '' && !URL.canParse(given)) problems.push(`${name} is not an address: ${given}`);
      return given.replace(/\/+$/, '');
    },
    integer(name: string, fallback: number, minimum: number, maximum: number): number {
      const given = value(name);
      if (given === undefined) return fallback;
      const number = Number(given);
      if (/^\d+$/.test(given) && number >= minimum && number <= maximum) return number;
      problems.push(`${name} must be a whole number from ${minimum} to ${maximum}, not ${given}`);
      return fallback;
    },
    flag(name: string, fallback: boolean): boolean {
      const given = value(name)?.toLowerCase();
      if (given === undefined) return fallback;
      if (given !== 'on' && given !== 'off') problems.push(`${name} must be on or off, not ${given}`);
      return given === 'on';
    },
    /** `prepaid:1,postpaid:2`: what somebody else calls our names. */
    ids<Name extends string>(name: string, names: readonly Name[], fallback: string): Record<Name, string> {
      const pairs = (value(name) ?? fallback).split(',').map((pair) => pair.split(':', 2));
      const ids = new Map(pairs.map(([ours = '', theirs = '']) => [ours.trim(), theirs.trim()]));
      for (const ours of names) if (!ids.get(ours)) problems.push(`${name} has no id for ${ours}`);
      // Every name is a key: Object.fromEntries cannot say so.
      return Object.fromEntries(names.map((ours) => [ours, ids.get(ours) ?? ''])) as Record<Name, string>;
    },
    /** `MTN:1,GLO:2,AIRTEL:3,9MOBILE:6` */
    networkIds(name: string, fallback: string, isOptional = false): Record<Network, number> {
      const given = value(name) ?? fallback;
      // A wrong id buys for another network: an operator states them.
      if (live && value(name) === undefined && !isOptional) problems.push(`${name} is missing`);
      const ids = reader.ids(name, networks, given);
      const idOf = (network: Network): number => {
        const id = Number(ids[network]);
        if (!Number.isInteger(id)) problems.push(`${name} has no id for ${network}`);
        return id;
      };
      return { MTN: idOf('MTN'), GLO: idOf('GLO'), AIRTEL: idOf('AIRTEL'), '9MOBILE': idOf('9MOBILE') };
    },
  };
  return reader;
}

export type Reader = ReturnType<typeof createReader>;

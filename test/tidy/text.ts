/**
 * What no text may hold. The patterns are written so that they do not find themselves: a class of one letter matches it all the same.
 */
import { isTest, matches, type Rule } from './repository.ts';

interface Ban {
  name: string;
  pattern: RegExp;
  says: string;
  isFree?: (path: string) => boolean;
}

/** What runs in browsers: the client, and what it takes from the contract. */
const isForBrowsers = (path: string): boolean =>
  /^(?:web\/(?:src|public)|contract\/src)\//.test(path) && !isTest(path);

const bans: Ban[] = [
  {
    name: 'nothing is left to be done later',
    pattern: /\b(?:TOD[O]|FIXM[E]|HAC[K]|XX[X])\b/g,
    says: 'do it, or write down in docs/ why not',
    isFree: (path) => path === 'package-lock.json',
  },
  {
    name: 'no path of a machine',
    pattern: /(?:^|[\s"'`(=:])(?:\/[r]oot\/|\/[h]ome\/\w|\/[U]sers\/\w|\/[w]ork\/|[A-Z]:\\[U]sers)/gm,
    says: 'use a path from the root of the repository',
  },
  {
    name: 'no address of a package host',
    pattern:
      /"resolved": "htt[p][^"]*"|\b(?:registr[y]\.[\w-]+\.|[\w.-]*(?:artifactor[y]|nexu[s]|verdacci[o])[\w-]*\.\w)/g,
    says: 'packages come from wherever the machine is told; the lock file holds hashes only',
  },
  {
    name: 'no secret',
    pattern: /-----BEGIN [A-Z ]*PRIVATE KE[Y]|\bsk_liv[e]_\w+|\bghp_[A-Za-z0-9]{20}|\bAKIA[A-Z0-9]{16}\b/g,
    says: 'secrets come from the environment',
  },
  {
    name: 'texts speak of the product',
    pattern:
      /\b(?:cla[u]de|anthropi[c]|opena[i]|chatgp[t]|copilo[t]|language mode[l]s?|LL[M]s?|A[I] (?:assistant|agent|model|tool)s?)\b|\bissue #?\d+\b|\b(?:sub)?agent sessio[n]\b|\.\.\/share[d]\/(?:spec|findings|design|reference|hooks)\b/gi,
    says: 'say what the product does, not how it came about',
    isFree: (path) => path === 'package-lock.json',
  },
  {
    name: 'no invisible or trailing characters',
    // Control characters, zero-width characters, byte order marks and blanks at the end of a line.
    // eslint-disable-next-line no-control-regex
    pattern: /[\u0000-\u0008\u000b-\u001f\u007f\u200b-\u200f\u2028-\u202e\ufeff]|[ \t]+$/gm,
    says: 'remove it, or write it as an escape',
    isFree: (path) => path === 'package-lock.json',
  },
  {
    name: 'no lookbehind in a browser',
    pattern: /\(\?<[=!]/g,
    says: 'Safari before 16.4 cannot read a file that has one: match what stands before it as well',
    isFree: (path) => !isForBrowsers(path),
  },
];

export const textRules: Rule[] = bans.map(({ name, pattern, says, isFree }) => ({
  name,
  check: (repository) =>
    [...repository].flatMap(([path, text]) =>
      isFree?.(path) === true
        ? []
        : [...matches(text, pattern)].map(({ match, line }) => ({
            path,
            line: line + (match[0].startsWith('\n') ? 1 : 0),
            says: `${JSON.stringify(match[0].trim())}: ${says}`,
          })),
    ),
}));

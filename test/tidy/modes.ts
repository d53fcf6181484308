/** The sandbox and a live installation run the same code (D1.5). */
import { isScript, isTest, matches, type Problem, type Rule } from './repository.ts';

/** What the mode decides: which databases are opened, whether there are demo users and a test top-up, how tokens begin, and what the documentation says. */
const modeReaders = [
  /^server\/src\/(?:[\w-]+\/)?(?:main|migrate|routes|config|compose)\.ts$/,
  /^server\/src\/config\//,
  /^server\/src\/database\/(?:mode|remove-demo)\.ts$/,
  /\/developers\//,
  /\/api-tokens\.ts$/,
];

const isProgram = (path: string): boolean =>
  path.startsWith('server/src/') && isScript(path) && !isTest(path);

const modeRule: Rule = {
  name: 'server: nobody but the composition asks for the mode',
  check(repository) {
    const problems: Problem[] = [];
    for (const path of [...repository.keys()].filter(isProgram)) {
      if (modeReaders.some((reader) => reader.test(path))) continue;
      const asked =
        /\b(?:config|settings|brand)\.mode\b|\bisSandbox\b|['"](?:sandbox|live)['"] ?===|=== ?['"](?:sandbox|live)['"]/g;
      for (const { match, line } of matches(repository.get(path) ?? '', asked))
        problems.push({
          path,
          line,
          says: `${match[0]}: the sandbox and a live installation run the same code`,
        });
    }
    return problems;
  },
};

export const modeRules: readonly Rule[] = [modeRule];

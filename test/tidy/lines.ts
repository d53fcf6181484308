/** The lines of the specification that a person can see, each with its test: a test that was renamed or taken away is found here. */
import { matches, type Problem, type Rule } from './repository.ts';

const LINES = 'docs/specification-lines.md';

/** The second level of the list: `- ` and the file in code style, a colon, words of the title. */
const TEST = /^ {2}- `([^`]+)`: (.+)$/gm;
/** The first level: the line itself. */
const LINE = /^- .+\n(?! {2}- )/gm;

const linesRule: Rule = {
  name: 'every line of the specification names a test that is there',
  check(repository) {
    const text = repository.get(LINES) ?? '';
    const problems: Problem[] = [...matches(`${text}\n`, LINE)].map(({ line }) => ({
      path: LINES,
      line,
      says: 'no test is named for this line',
    }));
    for (const { match, line } of matches(text, TEST)) {
      const [, path = '', title = ''] = match;
      if (repository.get(path)?.includes(title) !== true)
        problems.push({ path: LINES, line, says: `${path} has no test with the title: ${title}` });
    }
    return problems;
  },
};

export const lineRules: readonly Rule[] = [linesRule];

/** What a comment puts in backticks as a name of the code is a name in the code: whoever renames something renames it there as well. */
import { isScript, lineAt, matches, type Problem, type Repository, type Rule } from './repository.ts';
import { sourceOf } from './source.ts';

/** `nextTransactionId`, `settle_purchases()`, `PURCHASE_GIVE_UP_HOURS`: two words at least. One word may be anything: a value, a key, a command. A value goes into quotes. */
const NAME = /(?<!`)`([A-Za-z]\w*?(?:[a-z\d][A-Z]|_)\w*)(?:\(\))?`(?!`)/g;

interface Comment {
  path: string;
  text: string;
  start: number;
}

function commentsOf(repository: Repository, path: string): Comment[] {
  if (isScript(path)) return sourceOf(repository, path).comments.map((comment) => ({ path, ...comment }));
  if (!path.endsWith('.sql')) return [];
  return [...matches(repository.get(path) ?? '', /--.*$/gm)].map(({ match, index }) => ({
    path,
    text: match[0],
    start: index,
  }));
}

/** Every word of the scripts and of SQL that stands outside of comments. */
function wordsOfCode(repository: Repository, comments: readonly Comment[]): Set<string> {
  const remarks = new Map<string, Comment[]>();
  for (const comment of comments) remarks.set(comment.path, [...(remarks.get(comment.path) ?? []), comment]);
  const words = new Set<string>();
  for (const [path, text] of repository) {
    if (!isScript(path) && !path.endsWith('.sql')) continue;
    let end = 0;
    let code = '';
    for (const remark of remarks.get(path) ?? []) {
      code += `${text.slice(end, remark.start)} `;
      end = remark.start + remark.text.length;
    }
    for (const [word] of (code + text.slice(end)).matchAll(/\w+/g)) words.add(word);
  }
  return words;
}

const mentionsRule: Rule = {
  name: 'a name in backticks in a comment is a name in the code',
  check(repository): Problem[] {
    const comments = [...repository.keys()].flatMap((path) => commentsOf(repository, path));
    const words = wordsOfCode(repository, comments);
    return comments.flatMap(({ path, text, start }) =>
      [...matches(text, NAME)]
        .filter(({ match }) => !words.has(match[1] ?? ''))
        .map(({ match, index }) => ({
          path,
          line: lineAt(repository.get(path) ?? '', start + index),
          says: `nothing is named ${match[1]}`,
        })),
    );
  },
};

export const mentionRules: readonly Rule[] = [mentionsRule];

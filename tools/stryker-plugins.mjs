import { createHash } from 'node:crypto';
import path from 'node:path';

/**
 * Of all changes only every MUTANT_SAMPLE-th is tried, always the same ones, as if the others did not compile. Which they are depends on
 * what a change is, and not on where its file stands among the others.
 */
class Sample {
  init() {
    return Promise.resolve();
  }
  check(mutants) {
    const every = BigInt(process.env.MUTANT_SAMPLE ?? '1');
    const results = mutants.map((mutant) => {
      const { id, fileName, mutatorName, replacement, location } = mutant;
      const what = JSON.stringify([fileName.split('/').slice(-2), mutatorName, replacement, location]);
      const number = createHash('sha256').update(what).digest().readBigUInt64BE();
      const isTried = number % every === 0n;
      return [id, isTried ? { status: 'passed' } : { status: 'compileError', reason: 'not in the sample' }];
    });
    return Promise.resolve(Object.fromEntries(results));
  }
}

/** The level at which this says something to the log; undefined for all else. */
function levelOf(node) {
  if (node.type === 'ExpressionStatement') return levelOf(node.expression);
  if (node.type !== 'CallExpression' || node.callee.type !== 'MemberExpression') return undefined;
  const { object, property } = node.callee;
  const receiver = object.type === 'MemberExpression' ? object.property : object;
  return receiver.name === 'log' ? property.name : undefined;
}

/** Whether all that it does is to say something that wakes nobody. */
function onlyLogs({ type, alternate, consequent }) {
  if (type !== 'IfStatement' || alternate) return false;
  const statements = consequent.type === 'BlockStatement' ? consequent.body : [consequent];
  return statements.every((statement) => ['debug', 'info', 'warn'].includes(levelOf(statement)));
}

/** What is said to the log is for people, as all texts are. That an error is said is not left out. */
const log = {
  shouldIgnore: ({ node }) => (levelOf(node) !== undefined || onlyLogs(node) ? 'what is logged' : undefined),
};

/** Says what no test noticed as soon as it is tried: a run that is ended before its time leaves no other record. */
class Unnoticed {
  onMutantTested({ status, fileName, location, replacement }) {
    if (status !== 'Survived') return;
    const { line, column } = location.start;
    console.log(`\nNot noticed: ${path.relative('.', fileName)}:${line}:${column} ${replacement}`);
  }
}

export const strykerPlugins = [
  { kind: 'Checker', name: 'sample', injectableClass: Sample },
  { kind: 'Ignore', name: 'log', value: log },
  { kind: 'Reporter', name: 'unnoticed', injectableClass: Unnoticed },
];

/**
 * Writes in older words what Chrome 80 cannot parse, before a file is made small: private methods (Chrome 84) and assignments such as
 * `??=` (85). A lower `build.target` would do it too, but it makes a weak map of every private field, which Chrome 80 has: one kilobyte
 * for everybody. What else a library may bring one day is found by e2e/phone/old-browsers.e2e.ts.
 */
import { parseSync, Visitor, type ESTree, type Plugin } from 'vite';

interface Edit {
  start: number;
  end: number;
  text: string;
}

export function writeOldSyntax(): Plugin {
  return {
    name: 'old-syntax',
    apply: 'build',
    renderChunk(code, { fileName }) {
      const edits = editsOf(code, fileName);
      return edits.length === 0 ? null : { code: apply(code, edits), map: null };
    },
  };
}

function editsOf(code: string, fileName: string): Edit[] {
  const edits: Edit[] = [];
  /** The private methods of the classes around the place, the innermost last. */
  const classes: { number: number; methods: ReadonlySet<string> }[] = [];
  let count = 0;
  const visitor = new Visitor({
    ClassBody({ body }) {
      const methods = body.flatMap((member) =>
        member.type === 'MethodDefinition' && member.key.type === 'PrivateIdentifier' ? member.key.name : [],
      );
      classes.push({ number: count, methods: new Set(methods) });
      count += 1;
    },
    'ClassBody:exit': () => void classes.pop(),
    PrivateIdentifier({ name, start, end }) {
      const owner = classes.findLast(({ methods }) => methods.has(name));
      // With the number of its class, because a class that extends another may have a method of the same name.
      if (owner !== undefined) edits.push({ start, end, text: `$${owner.number}${name}` });
    },
    AssignmentExpression({ operator, left, right, end }) {
      if (!/^(\?\?|\|\||&&)=$/.test(operator)) return;
      const target = code.slice(left.start, left.end);
      if (!isSimple(left))
        throw new Error(`${fileName}: ${target} ${operator} cannot be written in older words`);
      edits.push({ start: left.end, end: right.start, text: `${operator.slice(0, 2)}(${target}=` });
      edits.push({ start: end, end, text: ')' });
    },
  });
  visitor.visit(parseSync(fileName, code).program);
  return edits;
}

/** Naming it twice does nothing twice. */
function isSimple(left: ESTree.AssignmentTarget | ESTree.Expression | ESTree.Super): boolean {
  if (left.type === 'Identifier' || left.type === 'ThisExpression') return true;
  return left.type === 'MemberExpression' && !left.computed && isSimple(left.object);
}

function apply(code: string, edits: readonly Edit[]): string {
  const inOrder = edits.toSorted((one, other) => one.start - other.start);
  const parts = inOrder.map(({ end, text }, place) => text + code.slice(end, inOrder[place + 1]?.start));
  return code.slice(0, inOrder[0]?.start) + parts.join('');
}

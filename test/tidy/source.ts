/** What a script says about itself, read from its syntax tree: what it imports, exports by default, calls, and remarks. */
import { posix } from 'node:path';
import { parseSync, Visitor } from 'rolldown/utils';
import { lineAt, type Repository } from './repository.ts';

export interface Import {
  /** A path of the repository, or the name of a package. */
  target: string;
  isPackage: boolean;
  /** True when only types are taken, so that nothing of the target runs. */
  isType: boolean;
  line: number;
}

export interface Source {
  imports: Import[];
  defaultExportLines: number[];
  /** `fetch`, `process.env`, `EventSource`: what is called, constructed or read. */
  uses: { name: string; line: number }[];
  /** The contents of string literals and of the fixed parts of templates. */
  strings: { text: string; line: number }[];
  /** Every identifier, with the offset at which it stands first. */
  identifiers: Map<string, number>;
  /** The texts of comments, with the offset at which each begins. */
  comments: { text: string; start: number }[];
}

const packageName = (specifier: string): string =>
  specifier.startsWith('@')
    ? specifier.split('/').slice(0, 2).join('/')
    : (specifier.split('/')[0] ?? specifier);

/** What `@jara/contract/` names lies in `contract/src/`, as its package.json exports it. */
function resolve(from: string, specifier: string): Pick<Import, 'target' | 'isPackage'> {
  if (specifier.startsWith('.')) {
    return { target: posix.join(posix.dirname(from), specifier), isPackage: false };
  }
  const workspace = /^@jara\/([\w-]+)\/(.+)$/.exec(specifier);
  if (workspace !== null) return { target: `${workspace[1]}/src/${workspace[2]}`, isPackage: false };
  return { target: specifier.startsWith('node:') ? specifier : packageName(specifier), isPackage: true };
}

const remembered = new Map<string, Source>();

/** Each text is parsed once, however many rules ask. */
export function sourceOf(repository: Repository, path: string): Source {
  const text = repository.get(path) ?? '';
  const key = `${path}\0${text}`;
  const known = remembered.get(key);
  if (known !== undefined) return known;
  const source = parse(path, text);
  remembered.set(key, source);
  return source;
}

function parse(path: string, text: string): Source {
  const lang = path.endsWith('.tsx') ? 'tsx' : path.endsWith('.ts') ? 'ts' : 'js';
  const parsed = parseSync(path, text, { lang });
  if (parsed.errors.length > 0) throw new Error(`${path} does not parse: ${parsed.errors[0]?.message}`);
  const source: Source = {
    imports: [],
    defaultExportLines: [],
    uses: [],
    strings: [],
    identifiers: new Map(),
    comments: [],
  };
  // A comment's range holds the two characters that open it, its value does not.
  source.comments = parsed.comments.map(({ value, start }) => ({ text: value, start: start + 2 }));
  const add = (specifier: string, offset: number, isType: boolean): void => {
    source.imports.push({ ...resolve(path, specifier), isType, line: lineAt(text, offset) });
  };

  const { staticImports, staticExports, dynamicImports } = parsed.module;
  for (const { moduleRequest, entries, start } of staticImports) {
    add(moduleRequest.value, start, entries.length > 0 && entries.every(({ isType }) => isType));
  }
  for (const { entries, start } of staticExports) {
    const [first] = entries;
    if (first?.moduleRequest)
      add(
        first.moduleRequest.value,
        start,
        entries.every(({ isType }) => isType),
      );
    if (entries.some(({ exportName }) => exportName.kind === 'Default' || exportName.name === 'default')) {
      source.defaultExportLines.push(lineAt(text, start));
    }
  }
  for (const { moduleRequest } of dynamicImports) {
    const specifier = /^['"`](.+)['"`]$/s.exec(text.slice(moduleRequest.start, moduleRequest.end))?.[1];
    if (specifier !== undefined) add(specifier, moduleRequest.start, false);
  }
  readBody(parsed, text, source, add);
  return source;
}

const globals = new Set(['globalThis', 'window', 'self', 'navigator', 'process']);

function readBody(
  { program }: ReturnType<typeof parseSync>,
  text: string,
  { uses, strings, identifiers }: Source,
  add: (specifier: string, offset: number, isType: boolean) => void,
): void {
  const use = (name: string, offset: number): void => {
    uses.push({ name, line: lineAt(text, offset) });
  };
  const note = (name: string, offset: number): void => {
    if (!identifiers.has(name)) identifiers.set(name, offset);
  };
  new Visitor({
    Identifier({ name, start }) {
      note(name, start);
    },
    PrivateIdentifier({ name, start }) {
      note(name, start);
    },
    JSXIdentifier({ name, start }) {
      note(name, start);
    },
    CallExpression({ callee, start }) {
      if (callee.type === 'Identifier') use(callee.name, start);
    },
    NewExpression({ callee, start }) {
      if (callee.type === 'Identifier') use(callee.name, start);
    },
    MemberExpression({ object, property, start }) {
      if (object.type !== 'Identifier' || !globals.has(object.name) || property.type !== 'Identifier') return;
      use(object.name === 'process' ? `process.${property.name}` : property.name, start);
    },
    TSImportType({ source, start }) {
      add(source.value, start, true);
    },
    Literal({ value, start }) {
      if (typeof value === 'string') strings.push({ text: value, line: lineAt(text, start) });
    },
    TemplateElement({ value, start }) {
      strings.push({ text: value.raw, line: lineAt(text, start) });
    },
  }).visit(program);
}

/** Reads from the code which file answers a call and which one draws a screen, so that no list of them can go stale. */
import { readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import { api } from '@jara/contract/api.ts';
import type { CallShape } from '@jara/contract/call.ts';
import { paths, type CallName } from '@jara/contract/paths.ts';
import { parseSync, Visitor, type ESTree } from 'rolldown/utils';
import { patterns, to } from '../web/src/platform/paths.ts';

const root = new URL('..', import.meta.url);
const read = (path: string): string => readFileSync(fileURLToPath(new URL(path, root)), 'utf8');

export interface MappedCall {
  name: CallName;
  method: string;
  address: string;
  access: string;
  file: string;
}

const ROUTES = 'server/src/routes.ts';

/** Every call in the order of the contract, with the file that `routes.ts` takes its handler from. */
export function readCalls(): MappedCall[] {
  const routes = read(ROUTES);
  const { module } = parseSync(ROUTES, routes, { lang: 'ts' });
  const files = new Map(
    module.staticImports.flatMap(({ moduleRequest, entries }) =>
      entries.map(({ localName }) => [localName.value, posix.join('server/src', moduleRequest.value)]),
    ),
  );
  // What only a sandbox loads.
  for (const [, name = '', place = ''] of routes.matchAll(/const \{ (\w+) \} = await import\('(.+)'\);/g))
    files.set(name, posix.join('server/src', place));
  // The keys of an object literal are its names.
  return (Object.keys(paths) as CallName[]).map((name) => {
    const [method = '', address = ''] = paths[name].split(' ');
    const shape: CallShape = api[name];
    const file = files.get(name);
    if (file === undefined) throw new Error(`${ROUTES} imports nothing by the name ${name}`);
    return {
      name,
      method,
      address,
      access: shape.sandboxOnly === true ? `${shape.access}, sandbox` : shape.access,
      file,
    };
  });
}

export interface MappedScreen {
  address: string;
  file: string;
}

const SCREENS = 'web/src/app/routes.tsx';

/** Every address of the browser client in the order of `routes.tsx`. */
export function readScreens(): MappedScreen[] {
  return screensOf(read(SCREENS), { to, patterns });
}

const PAGES = 'web/src/prerendered/prerender.tsx';

/** Every page that leaves the server as HTML, in the order of `prerender.tsx`. */
export function readPages(): MappedScreen[] {
  const { program, module } = parseSync(PAGES, read(PAGES), { lang: 'tsx' });
  const found: MappedScreen[] = [];
  new Visitor({
    ObjectExpression({ properties }) {
      const path = valueOf(properties, 'path');
      const body = valueOf(properties, 'Body');
      if (path === undefined || body?.type !== 'Identifier') return;
      const source = module.staticImports.find(({ entries }) =>
        entries.some(({ localName }) => localName.value === body.name),
      );
      if (source === undefined) throw new Error(`${PAGES} imports nothing by the name ${body.name}`);
      const file = posix.join(posix.dirname(PAGES), source.moduleRequest.value);
      found.push({ address: addressOf(path, { to, patterns }), file });
    },
  }).visit(program);
  return found;
}

type Addresses = Record<string, Record<string, string>>;

/** Finds every `{ paths: [...], load: ... }`, where `load` is a function with an import or the name of one. */
export function screensOf(text: string, addresses: Addresses): MappedScreen[] {
  const { program } = parseSync(SCREENS, text, { lang: 'tsx' });
  const loaders = new Map<string, string>();
  const found: { addresses: string[]; load: ESTree.Expression }[] = [];
  new Visitor({
    VariableDeclarator({ id, init }) {
      const file = init === null ? undefined : importedBy(init);
      if (id.type === 'Identifier' && file !== undefined) loaders.set(id.name, file);
    },
    ObjectExpression({ properties }) {
      const pathsValue = valueOf(properties, 'paths');
      const load = valueOf(properties, 'load');
      if (pathsValue?.type !== 'ArrayExpression' || load === undefined) return;
      found.push({ addresses: pathsValue.elements.map((element) => addressOf(element, addresses)), load });
    },
  }).visit(program);
  return found.flatMap((screen) => {
    const file = screen.load.type === 'Identifier' ? loaders.get(screen.load.name) : importedBy(screen.load);
    if (file === undefined)
      throw new Error(`${SCREENS} loads ${screen.addresses.join(', ')} in a way that is not understood`);
    return screen.addresses.map((address) => ({ address, file: posix.join(posix.dirname(SCREENS), file) }));
  });
}

function valueOf(
  properties: ESTree.ObjectExpression['properties'],
  name: string,
): ESTree.Expression | undefined {
  for (const property of properties) {
    if (property.type === 'Property' && property.key.type === 'Identifier' && property.key.name === name) {
      return property.value;
    }
  }
  return undefined;
}

/** `() => import('../pages/public/login.tsx')` */
function importedBy(expression: ESTree.Expression): string | undefined {
  if (expression.type !== 'ArrowFunctionExpression' || expression.body.type !== 'ImportExpression')
    return undefined;
  const { source } = expression.body;
  return source.type === 'Literal' && typeof source.value === 'string' ? source.value : undefined;
}

/** `to.login`, `'*'` or a template of them. */
function addressOf(element: ESTree.Node | null, addresses: Addresses): string {
  if (element?.type === 'Literal' && typeof element.value === 'string') return element.value;
  if (
    element?.type === 'MemberExpression' &&
    element.object.type === 'Identifier' &&
    element.property.type === 'Identifier'
  ) {
    const address = addresses[element.object.name]?.[element.property.name];
    if (address !== undefined) return address;
  }
  if (element?.type === 'TemplateLiteral') {
    return element.quasis
      .map(({ value }, index) => {
        const inner = element.expressions[index];
        return value.raw + (inner === undefined ? '' : addressOf(inner, addresses));
      })
      .join('');
  }
  throw new Error(`${SCREENS} spells an address in a way that is not understood`);
}

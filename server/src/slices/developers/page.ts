/** The page `/developers`: the guide, and every operation of the document with a form to try it. */
import { brandElementId, type Brand } from '@jara/contract/brand.ts';
import { chapters } from './guide.ts';
import { codeBlock, escapeHtml, inline, paragraphs, table } from './html.ts';
import type { OpenApi } from './openapi.ts';
import type { Operation } from './operation.ts';

interface Listed extends Operation {
  method: string;
  path: string;
}

interface Field {
  type?: string;
  enum?: unknown[];
  anyOf?: Field[];
  description?: string;
  $ref?: string;
  items?: Field;
  properties?: Record<string, Field>;
  required?: string[];
}

interface Parameter {
  name?: string;
  in?: string;
  required?: boolean;
  description?: string;
  schema?: Field;
  example?: string | number;
}

const anchor = (tag: string): string => `calls-${tag.toLowerCase().replaceAll(' ', '-')}`;

const typeOf = (field: Field): string => {
  if (field.$ref !== undefined) return field.$ref.split('/').at(-1) ?? '';
  if (field.enum !== undefined) return field.enum.join(' or ');
  if (field.anyOf !== undefined) return [...new Set(field.anyOf.map(typeOf))].join(' or ');
  return field.type === 'array' ? `list of ${typeOf(field.items ?? {})}` : (field.type ?? 'any');
};

const parametersOf = ({ parameters = [] }: Operation): Parameter[] => parameters;
const takesKey = (operation: Operation): boolean =>
  JSON.stringify(operation.parameters ?? []).includes('IdempotencyKey');
const bodyOf = ({ requestBody }: Operation): { schema: Field; example: unknown } | undefined =>
  requestBody?.content['application/json'];

function fieldsOf(operation: Operation): string {
  const rows = parametersOf(operation)
    .filter(({ name, in: where }) => name !== undefined && where !== undefined)
    .map(({ name = '', in: where = '', required, schema = {}, description = '' }) => [
      `\`${name}\``,
      `${typeOf(schema)}, in the ${where}${required === true ? '' : ', optional'}`,
      description,
    ]);
  if (takesKey(operation)) rows.push(['`Idempotency-Key`', 'header, optional', 'So that it is done once']);
  const { properties = {}, required = [] } = bodyOf(operation)?.schema ?? {};
  for (const [name, field] of Object.entries(properties)) {
    rows.push([
      `\`${name}\``,
      `${typeOf(field)}${required.includes(name) ? '' : ', optional'}`,
      field.description ?? '',
    ]);
  }
  return rows.length === 0 ? '' : `<h4>What you send</h4>${table(['Field', 'Type', 'Notes'], rows)}`;
}

function answersOf({ responses }: Operation): string {
  const rows = Object.entries(responses).map(([status, { description }]) => [
    status,
    description.replaceAll('  \n', ' · '),
  ]);
  const [success] = Object.entries(responses);
  const example = success?.[1].content['application/json']?.example;
  return [
    '<h4>What you get</h4>',
    table(['Status', 'Means'], rows),
    example === undefined
      ? ''
      : codeBlock(JSON.stringify(example, null, 2).slice(0, 4_000), `${success?.[0]}`),
  ].join('');
}

const exampleAddress = (operation: Listed): string =>
  parametersOf(operation)
    .filter((parameter) => parameter.in === 'path')
    .reduce(
      (path, { name = '', example }) => path.replace(`{${name}}`, encodeURIComponent(String(example))),
      operation.path,
    );

function curlOf(operation: Listed, origin: string): string {
  const body = bodyOf(operation);
  const needsToken = operation.security?.some((one) => Object.keys(one).length === 0) !== true;
  const lines = [
    `curl -s ${operation.method === 'GET' ? '' : `-X ${operation.method} `}'${origin}${exampleAddress(operation)}'`,
    ...(needsToken ? [`-H "x-auth-token: $TOKEN"`] : []),
    ...(takesKey(operation) ? [`-H 'idempotency-key: order-1'`] : []),
    ...(body === undefined
      ? []
      : [
          `-H 'content-type: application/json'`,
          `-d '${JSON.stringify(body.example).replaceAll("'", String.raw`'\''`)}'`,
        ]),
  ];
  return lines.join(' \\\n  ');
}

function tryOf(operation: Listed): string {
  const { operationId, method, path } = operation;
  const inputs = parametersOf(operation)
    .filter(({ in: where }) => where === 'path' || where === 'query')
    .map(({ name = '', in: where = '', example }) => {
      const id = `${operationId}-${where}-${name}`;
      const value = where === 'path' ? ` value="${escapeHtml(String(example ?? ''))}"` : '';
      return `<div class="field"><label for="${id}">${escapeHtml(name)}</label><input id="${id}" data-${where}="${escapeHtml(name)}"${value} autocomplete="off"></div>`;
    });
  const body = bodyOf(operation);
  const text = body === undefined ? '' : escapeHtml(JSON.stringify(body.example, null, 2));
  const area =
    body === undefined
      ? ''
      : `<div class="field"><label for="${operationId}-body">Body</label><textarea id="${operationId}-body" data-body rows="${Math.min(14, text.split('\n').length + 1)}" spellcheck="false">${text}</textarea></div>`;
  return `<form class="try" hidden data-method="${method}" data-path="${escapeHtml(path)}"${takesKey(operation) ? ' data-key' : ''}>
<h4>Try it</h4>${inputs.join('')}${area}
<button type="submit">Send ${method}</button><div role="status" class="result"></div></form>`;
}

function operationHtml(operation: Listed, origin: string): string {
  const { operationId, method, path, summary, description, deprecated = false } = operation;
  return `<details class="call" id="${operationId}"><summary><span class="method ${method.toLowerCase()}">${method}</span><code>${escapeHtml(path).replaceAll('/', '/<wbr>')}</code><span class="what">${inline(summary)}${deprecated ? ' <em>deprecated</em>' : ''}</span></summary>
<div class="inside">${paragraphs(description)}${fieldsOf(operation)}${codeBlock(curlOf(operation, origin), 'curl')}${answersOf(operation)}${tryOf(operation)}</div></details>`;
}

const listed = (document: OpenApi): Listed[] =>
  Object.entries(document.paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) => ({
      ...operation,
      method: method.toUpperCase(),
      path,
    })),
  );

/** Staff come last: most readers are none. */
const tagsOf = (operations: readonly Listed[]): string[] => {
  const tags = [...new Set(operations.flatMap(({ tags: own }) => own))];
  return [...tags.filter((tag) => tag !== 'Staff'), ...tags.filter((tag) => tag === 'Staff')];
};

const tokenForm = (isSandbox: boolean): string => `<form class="token" id="token-form" hidden>
<div class="field"><label for="token">Token to try calls with</label><input id="token" type="password" autocomplete="off" spellcheck="false" placeholder="jara_${isSandbox ? 'test' : 'live'}_…"></div>
${isSandbox ? '<button type="button" id="demo">Use the demo API user</button>' : ''}
<p role="status" id="token-state">It stays in this page and is gone when you close it.</p></form>`;

export function renderPage(document: OpenApi, brand: Brand, origin: string): string {
  const isSandbox = brand.mode === 'sandbox';
  const guide = chapters(origin, isSandbox);
  const operations = listed(document);
  const tags = tagsOf(operations);
  const links = [
    ...guide.map(({ id, title }) => `<a href="#${id}">${escapeHtml(title)}</a>`),
    `<span class="group">Calls</span>`,
    ...tags.map((tag) => `<a href="#${anchor(tag)}">${escapeHtml(tag)}</a>`),
  ];
  return `<!doctype html>
<html lang="en" data-theme="light">
<head>
<meta charset="utf-8">
<title>${escapeHtml(brand.name)} for developers</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="description" content="Airtime, data and electricity by API: authentication, idempotency, outcomes, webhooks and every call.">
<meta name="theme-color" content="#fbfaf7">
<script type="application/json" id="${brandElementId}">${JSON.stringify(brand).replaceAll('<', String.raw`\u003c`)}</script>
<script src="/theme.js"></script>
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<link rel="stylesheet" href="/developers/style.css">
<script type="module" src="/developers/page.js"></script>
</head>
<body>
<a class="skip" href="#main">Skip to the guide</a>
<header><a class="home" href="/">${escapeHtml(brand.name)}</a><span class="for">for developers</span>${isSandbox ? '<span class="mode">Sandbox</span>' : ''}<button type="button" id="theme" hidden>Dark</button></header>
<div class="page">
<nav aria-label="On this page"><details id="contents" open><summary>On this page</summary><div>${links.join('\n')}</div></details></nav>
<main id="main">
<h1>Sell airtime, data and light from your own program</h1>
<p class="lead">One JSON API at <code>${escapeHtml(origin)}/api/v1</code>. The machine-readable description is <a href="/openapi.json">/openapi.json</a> (OpenAPI 3.1).</p>
${guide.map(({ id, title, html }) => `<section id="${id}"><h2>${escapeHtml(title)}</h2>\n${html}</section>`).join('\n')}
<section id="calls"><h2>Calls</h2>
<p>Every operation, with a form to try it${isSandbox ? ' on this sandbox' : '. This installation is live: what you try is real'}.</p>
${tokenForm(isSandbox)}
<noscript><p>Trying calls needs JavaScript. Everything else on this page does not.</p></noscript>
${tags
  .map(
    (tag) =>
      `<h3 id="${anchor(tag)}">${escapeHtml(tag)}</h3>\n${operations
        .filter(({ tags: own }) => own.includes(tag))
        .map((operation) => operationHtml(operation, origin))
        .join('\n')}`,
  )
  .join('\n')}
</section>
</main>
</div>
</body>
</html>
`;
}

/** Holds answers against the API's document: status, headers and body, which has no field that the document does not name. */
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { readConfig } from '../src/config/config.ts';
import { termsOf } from '../src/config/terms.ts';
import { describeApi, type OpenApi } from '../src/slices/developers/openapi.ts';
import type { Answer, Operation, Reference } from '../src/slices/developers/operation.ts';

export interface Seen {
  status: number;
  headers: Headers;
  /** Parsed when it is JSON, else text. */
  body: unknown;
}

export const brand = {
  name: 'Jara',
  tagline: '',
  hue: null,
  officeAddress: '',
  supportPhone: '',
  supportEmail: '',
  supportChatNumber: '',
  topUpPageUrl: '',
  mode: 'sandbox',
} as const;

export const terms = termsOf(readConfig({}));

/** The document closed: an object has the properties that it names, and no other. */
function close(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(close);
  if (typeof schema !== 'object' || schema === null) return schema;
  const closed = Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, close(value)]));
  const isObject = closed['type'] === 'object' && closed['properties'] !== undefined;
  return isObject && closed['additionalProperties'] === undefined
    ? { ...closed, additionalProperties: false }
    : closed;
}

export class ApiDocument {
  readonly #document: OpenApi;
  readonly #operations: ReadonlyMap<string, Operation>;
  readonly #ajv = new Ajv2020({ strict: false, allErrors: true });
  readonly #checks = new Map<string, ValidateFunction>();

  constructor(document: OpenApi = describeApi(brand, 'http://shop.example', terms, 'staff')) {
    this.#document = document;
    this.#operations = new Map(
      Object.values(document.paths).flatMap((path) =>
        Object.values(path).map((operation) => [operation.operationId, operation]),
      ),
    );
    this.#ajv.addFormat('date-time', /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z$/);
    this.#ajv.addSchema({ $id: 'document', components: close(document.components) });
  }

  get operationIds(): string[] {
    return [...this.#operations.keys()];
  }

  operation(operationId: string): Operation {
    const operation = this.#operations.get(operationId);
    if (operation === undefined) throw new Error(`the document has no operation ${operationId}`);
    return operation;
  }

  /** The answer that all operations share for this status. */
  #refused({ $ref }: Reference): Answer | undefined {
    return this.#document.components.responses[$ref.split('/').at(-1) ?? ''];
  }

  /** What is wrong with a value by a schema of the document. */
  problemsOf(key: string, schema: unknown, value: unknown): string[] {
    let check = this.#checks.get(key);
    if (check === undefined) {
      const text = JSON.stringify(close(schema)).replaceAll('"#/components', '"document#/components');
      check = this.#ajv.compile(JSON.parse(text) as object); // it was an object
      this.#checks.set(key, check);
    }
    if (check(value)) return [];
    return (check.errors ?? []).map(
      ({ instancePath, message, params }) => `${key} ${instancePath} ${message} ${JSON.stringify(params)}`,
    );
  }

  /** What the document does not say of an answer; nothing, when it is true. */
  differences(operationId: string, { status, headers, body }: Seen): string[] {
    const { responses, 'x-refusals': codes = [] } = this.operation(operationId);
    const stated = responses[String(status)];
    const answer = stated !== undefined && '$ref' in stated ? this.#refused(stated) : stated;
    if (answer === undefined) return [`${operationId}: ${status} is not documented: ${JSON.stringify(body)}`];
    const type = (headers.get('content-type') ?? '').split(';')[0] ?? '';
    const content = answer.content[type];
    if (content === undefined) return [`${operationId} ${status}: ${type} is not documented`];
    const code = typeof body === 'object' && body !== null && 'code' in body ? String(body.code) : '';
    const isRefusal = status >= 400;
    return [
      ...(isRefusal && !codes.some((one) => one === code)
        ? [`${operationId}: ${code} is not documented`]
        : []),
      ...this.problemsOf(
        isRefusal ? String(status) : `${operationId} ${status} ${type}`,
        content.schema,
        body,
      ),
      ...Object.entries(answer.headers ?? {}).flatMap(([name, { $ref }]) =>
        this.#headerProblems(name, $ref, headers.get(name)),
      ),
    ];
  }

  #headerProblems(name: string, reference: string, value: string | null): string[] {
    const documented = Object.entries(this.#document.components.headers).find(([key]) =>
      reference.endsWith(`/${key}`),
    )?.[1];
    if (documented === undefined) return [`${reference} does not exist`];
    if (value !== null) return this.problemsOf(`header ${name}`, documented.schema, value);
    return 'required' in documented ? [`the header ${name} is missing`] : [];
  }
}

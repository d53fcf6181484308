/** A client that knows an installation by its `/openapi.json` alone: it takes nothing from this project's code. */

interface Described {
  operationId: string;
  parameters?: { name?: string; in?: string }[];
  requestBody?: unknown;
}

export interface Said {
  status: number;
  headers: Headers;
  /** What the answer is made of is what the reader looks for in it. */
  // oxlint-disable-next-line typescript/no-explicit-any
  body: any;
}

export interface Client {
  /** `input` fills the address, then the query, then the body, as the document says where each goes. */
  call(operationId: string, input?: Record<string, unknown>, key?: string): Promise<Said>;
  withToken(token: string): Client;
}

export interface Environment {
  client: Client;
  /** What was called: `POST /api/v1/buy/data`. */
  called: ReadonlySet<string>;
}

export async function meet(url: string): Promise<Environment> {
  const document = (await (await fetch(`${url}/openapi.json`)).json()) as {
    paths: Record<string, Record<string, Described>>;
  }; // the standard says so
  const operations = new Map(
    Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, described]) => [
        described.operationId,
        { path, method, described },
      ]),
    ),
  );
  const called = new Set<string>();

  const client = (token: string | undefined): Client => ({
    withToken: client,
    async call(operationId, input = {}, key) {
      const operation = operations.get(operationId);
      if (operation === undefined) throw new Error(`the document has no ${operationId}`);
      const { path, method, described } = operation;
      called.add(`${method.toUpperCase()} ${path}`);
      const rest = new Map(Object.entries(input));
      const address = new URL(
        path.replaceAll(/\{(\w+)\}/g, (_match, name: string) => {
          const value = String(rest.get(name));
          rest.delete(name);
          return encodeURIComponent(value);
        }),
        url,
      );
      const hasBody = described.requestBody !== undefined;
      for (const { name = '', in: where } of described.parameters ?? []) {
        if (where !== 'query' || !rest.has(name) || hasBody) continue;
        address.searchParams.set(name, String(rest.get(name)));
      }
      const response = await fetch(address, {
        method: method.toUpperCase(),
        headers: {
          ...(token === undefined ? {} : { 'x-auth-token': token }),
          ...(hasBody ? { 'content-type': 'application/json' } : {}),
          ...(key === undefined ? {} : { 'idempotency-key': key }),
        },
        ...(hasBody ? { body: JSON.stringify(Object.fromEntries(rest)) } : {}),
      });
      return { status: response.status, headers: response.headers, body: await response.json() };
    },
  });
  return { client: client(undefined), called };
}

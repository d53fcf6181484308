/**
 * Stands before the product as a proxy does, and can put the next build of the browser client there: the same files under another name of
 * the build, which is what a page, the worker and the API know a build by.
 */
import { createServer, request as ask, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import type { AddressInfo } from 'node:net';
import { clientBuildHeader } from '@jara/contract/brand.ts';
import { productUrl } from './server.ts';

export interface Deployment {
  url: string;
  /** From now on this build is served. */
  deploy: (build: string) => void;
  stop: () => Promise<void>;
}

const present = /(content="|build-)[\da-f]{16}/;

export async function startDeployment(): Promise<Deployment> {
  let build: string | undefined;
  const server = createServer((incoming, outgoing) => {
    pass(incoming, outgoing, build).catch(() => outgoing.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo; // listening on TCP, so it has a port
  return {
    url: `http://127.0.0.1:${port}`,
    deploy: (next) => {
      build = next;
    },
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function pass(incoming: IncomingMessage, outgoing: ServerResponse, build: string | undefined) {
  const { method, url = '/' } = incoming;
  const headers = { ...incoming.headers, 'accept-encoding': 'identity' };
  // What the browser has may be of another build.
  delete headers['if-none-match'];
  delete headers['if-modified-since'];
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    incoming.pipe(ask(new URL(url, productUrl()), { method, headers }, resolve).on('error', reject));
  });
  const type = answer.headers['content-type'] ?? '';
  const namesBuild = type.startsWith('text/html') || url === '/worker.js';
  const given = { ...answer.headers };
  if (build !== undefined && given[clientBuildHeader] !== undefined) given[clientBuildHeader] = build;
  if (build === undefined || !namesBuild) {
    outgoing.writeHead(answer.statusCode ?? 500, given);
    answer.pipe(outgoing);
    return;
  }
  const body = (await text(answer)).replaceAll(
    new RegExp(present, 'g'),
    (_, before: string) => before + build,
  );
  delete given['content-length'];
  delete given.etag;
  outgoing.writeHead(answer.statusCode ?? 500, given);
  outgoing.end(body);
}

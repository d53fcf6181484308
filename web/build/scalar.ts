/** The program that shows the API reference, as a file of ours: no page loads a script from anywhere else. */
import scalar from '@scalar/fastify-api-reference';
import fastify from 'fastify';
import type { Plugin } from 'vite';

/** Its package holds the file inside its program and gives it away as an answer only. */
async function readScalar(): Promise<string> {
  const app = fastify();
  const openapi = { openapi: '3.1.0', info: { title: '', version: '1' }, paths: {} };
  await app.register(scalar, { routePrefix: '/reference', configuration: { content: openapi } });
  const answer = await app.inject('/reference/js/scalar.js');
  await app.close();
  if (answer.statusCode !== 200)
    throw new Error('The package of the API reference gives its program no more');
  return answer.body;
}

export const bringScalar = (): Plugin => ({
  name: 'scalar',
  apply: 'build',
  async generateBundle() {
    this.emitFile({ type: 'asset', fileName: 'developers/scalar.js', source: await readScalar() });
  },
});

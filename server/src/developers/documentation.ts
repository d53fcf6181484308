/** `/openapi.json`, made from the routes themselves, and `/developers`, where people read it and try calls. */
import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../context.ts';

const introduction = (name: string, sandbox: boolean): string => `
${name} sells airtime and data in naira. Base path \`/api/v1\`, JSON both ways.

**Signing in.** \`POST /auth/login\` gives a \`token\`; send it as header \`x-auth-token\` (or \`Authorization: Bearer\`). A 401 means only
that the session has ended. Tokens are never accepted in an address.

**Money.** Naira as JSON numbers with at most two decimals; plain decimal strings are accepted too. Exponents, signs and separators are refused.

**Buying twice by accident.** Send an \`Idempotency-Key\` (or \`request_id\` in the body) with each call that moves money: unique per user for
30 days. A repeat with the same body gives the present state of the same purchase and \`Idempotent-Replayed: true\`; another body is 422.
Without a key, the same purchase for the same number within 30 s is refused with 409 \`possible_duplicate\`; \`"force": true\` buys again.

**Outcomes.** 200 delivered. 202 accepted and paid, the outcome is not known yet. 422 \`supplier_refused\`: not delivered, the money is back.
Follow a purchase by \`GET /transaction/{id}\`, or live by \`GET /events\` (server-sent events; the token travels in the header).

**Refusals** carry \`msg\` for people, \`code\` for programs and \`requestId\`; \`errors\` names the fields at fault.
${
  sandbox
    ? `
**Sandbox numbers.** The last four digits of the phone number decide; any other number is delivered at once.

| Ends with | What happens |
|---|---|
| 0001 | refused |
| 0002 | processing, delivered after 10 s |
| 0003 | processing, refused after 10 s |
| 0004 | delivered, but the connection drops before the answer |
| 0005 | times out, never delivered |
| 0006 | answers 500 after delivering |
| 0007 | answers with an HTML page, not delivered |
| 0008 | slow: 5 s, then delivered |
| 0009 | processing for ever |
| 0010 | the supplier's float is too low: refused |
| 0011 | delivered, taken back 30 s later |
`
    : ''
}`;

export async function addDocumentation(app: FastifyInstance, { config }: Context): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: `${config.brand.name} API`,
        version: '1.0.0',
        description: introduction(config.brand.name, config.mode === 'sandbox'),
      },
      servers: [{ url: config.publicUrl }],
      components: {
        securitySchemes: { token: { type: 'apiKey', in: 'header', name: 'x-auth-token' } },
      },
    },
  });
  await app.register(swaggerUi, {
    routePrefix: '/developers',
    uiConfig: { docExpansion: 'list', deepLinking: true, persistAuthorization: true },
    theme: { title: `${config.brand.name} for developers` },
  });
  app.get('/openapi.json', { schema: { hide: true } }, async () => app.swagger());
}

/**
 * `/unsubscribe/<key>`, the link in each mail to all users, which works without signing in. Opening it shows a button, since programs open all
 * links of a mail to look at them; the button, and the one click of a mail reader (RFC 8058), send a POST. The key is of one user and does
 * nothing else; the page offers the way back.
 */
import type { FastifyError, FastifyInstance, FastifyReply } from 'fastify';
import type { Context } from '../../app/context.ts';
import { beginRefusal, refusalOf } from '../../platform/answer-refusals.ts';
import type { Db } from '../../platform/db.ts';
import { html, type Html } from '../../platform/html.ts';
import type { FloodLimits } from '../../platform/limits/flood-limits.ts';
import type { Refusal } from '../../platform/refuse.ts';

const PATH = '/unsubscribe';
/** A file of its own: no page may have styles in it. */
const STYLES_PATH = `${PATH}/style.css`;
const KEY = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

export const unsubscribeUrl = (publicUrl: string, key: string): string => `${publicUrl}${PATH}/${key}`;

export function addUnsubscribe(
  app: FastifyInstance,
  { pool, config }: Context,
  floodLimits: FloodLimits,
): void {
  const { brand } = config;
  app.register((scope, _options, done) => {
    // Forms of the page, and the one-click request of mail readers.
    scope.addContentTypeParser(
      ['application/x-www-form-urlencoded', 'multipart/form-data'],
      { parseAs: 'string', bodyLimit: 4_096 },
      (_request, body, parsed) => parsed(null, String(body)),
    );
    scope.get(STYLES_PATH, (_request, reply) =>
      reply.header('cache-control', 'no-cache').type('text/css; charset=utf-8').send(styles),
    );
    const answer = (reply: FastifyReply, text: PageText) =>
      reply
        .header('cache-control', 'no-store')
        .type('text/html; charset=utf-8')
        .send(render(brand.name, text).text);
    // A person reads a page where a program reads a refusal. What is a bug goes on to whoever answers those.
    scope.setErrorHandler<FastifyError>(async (error, request, reply) => {
      const refusal = refusalOf(error, request);
      if (refusal === undefined) throw error;
      return answer(beginRefusal(reply, refusal), pageFor(refusal));
    });
    for (const method of ['GET', 'POST'] as const) {
      scope.route<{ Params: { key: string } }>({
        method,
        url: `${PATH}/:key`,
        // Of the page alone: its styles ask no database.
        onRequest: (request, reply) => floodLimits.count(request, reply),
        handler: async (request, reply) => {
          const text = await answerTo(pool, request.params.key, method === 'GET' ? 'look' : request.body);
          return answer(reply.code(text === page.unknown ? 404 : 200), text);
        },
      });
    }
    done();
  });
}

/** `body` is that of a POST; a GET looks only. */
async function answerTo(db: Db, key: string, body: unknown): Promise<PageText> {
  if (!KEY.test(key)) return page.unknown;
  if (body === 'look') return (await findState(db, key)) ?? page.unknown;
  const wantsBack = body === 'again=yes';
  const found = await db.run(
    `update mail_preferences set unsubscribed_at = case when $2 then coalesce(unsubscribed_at, now()) end where unsubscribe_key = $1`,
    [key, !wantsBack],
  );
  if (found === 0) return page.unknown;
  return wantsBack ? page.back : page.ended;
}

async function findState(db: Db, key: string): Promise<PageText | undefined> {
  const found = await db.find<{ hasEnded: boolean }>(
    'select unsubscribed_at is not null as "hasEnded" from mail_preferences where unsubscribe_key = $1',
    [key],
  );
  return found && (found.hasEnded ? page.ended : page.asked);
}

interface PageText {
  title: string;
  text: string;
  button: { label: string; name: 'again' | 'stop' } | null;
}

const page = {
  asked: {
    title: 'No more mails like this?',
    text: 'You get no more news by mail then. Mails about your own account, such as a link for a new password, still come.',
    button: { label: 'Send me no more news', name: 'stop' },
  },
  ended: {
    title: 'No more mails like this',
    text: 'You get no more news by mail. Mails about your own account, such as a link for a new password, still come.',
    button: { label: 'Send me news again', name: 'again' },
  },
  back: { title: 'Welcome back', text: 'News comes to you by mail again.', button: null },
  unknown: {
    title: 'This link is not complete',
    text: 'Open it from the mail once more, or copy all of it.',
    button: null,
  },
  busy: {
    title: 'Too much at once',
    text: 'Nothing was changed. Open the link again in a minute.',
    button: null,
  },
  failed: {
    title: 'Something went wrong here',
    text: 'Open the link again in a minute: it shows whether you still get news.',
    button: null,
  },
} as const satisfies Record<string, PageText>;

/** What failed here may have failed after the change was made. */
function pageFor({ status }: Refusal): PageText {
  if (status === 429) return page.busy;
  return status >= 500 ? page.failed : page.unknown;
}

const styles = `:root {
  --paper: #fbfaf7;
  --ink: #14211b;
  --quiet: #4a574f;
  --brand: #0b5d43;
  --focus: #1f5fa8;
}
@media (prefers-color-scheme: dark) {
  :root {
    --paper: #0e1512;
    --ink: #ecf2ee;
    --quiet: #b3c0b9;
    --brand: #5fd0a0;
    --focus: #8dbbf0;
  }
}
body {
  margin: 0;
  background: var(--paper);
  color: var(--ink);
  font:
    16px/24px system-ui,
    -apple-system,
    'Segoe UI',
    Roboto,
    'Noto Sans',
    sans-serif;
}
main {
  max-width: 440px;
  margin: 0 auto;
  padding: 64px 20px;
  display: grid;
  gap: 16px;
  justify-items: start;
}
h1 {
  margin: 0;
  font-size: 28px;
  line-height: 34px;
}
p {
  margin: 0;
}
.brand {
  color: var(--brand);
  font-weight: 700;
}
.quiet {
  color: var(--quiet);
}
button {
  min-height: 48px;
  padding: 0 20px;
  border: 1px solid currentColor;
  border-radius: 10px;
  background: transparent;
  color: var(--brand);
  font: inherit;
  font-weight: 600;
  cursor: pointer;
}
:focus-visible {
  outline: 3px solid var(--focus);
  outline-offset: 2px;
}`;

const render = (brandName: string, { title, text, button }: PageText): Html =>
  html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="robots" content="noindex" />
        <title>${title} · ${brandName}</title>
        <link rel="stylesheet" href="${STYLES_PATH}" />
      </head>
      <body>
        <main>
          <p class="brand">${brandName}</p>
          <h1>${title}</h1>
          <p class="quiet">${text}</p>
          ${button === null ? null : html`<form method="post"><button name="${button.name}" value="yes">${button.label}</button></form>`}
        </main>
      </body>
    </html> `;

/** What the pages for people share: the frame, the style sheet, plain forms, and the headers that fence them in. */
import type { FastifyInstance, FastifyReply } from 'fastify';
import { Html, html } from './html.ts';
import { STYLES } from './styles.ts';

// Without form-action: a checkout form ends in a redirect to the merchant, which browsers count as part of the form.
const CONTENT_POLICY =
  "default-src 'none'; style-src 'self'; script-src 'self'; connect-src 'self'; img-src 'self' data:; base-uri 'none'; frame-ancestors 'none'";

/** Address of the style sheet below each prefix that calls `registerAssets`. */
const STYLES_PATH = 'assets/sandbox.css';

/** Not inside of a tagged template, where bundlers rewrite this text and would need a helper at run time. */
const SCRIPT_END = new Html('</script>');

export function page(parts: { title: string; base: string; body: Html; script?: string }): Html {
  const script = parts.script === undefined ? null : html`<script src="${parts.script}" defer>${SCRIPT_END}`;
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>${parts.title}</title>
        <link rel="icon" href="data:," />
        <link rel="stylesheet" href="${parts.base}/${STYLES_PATH}" />
        ${script}
      </head>
      ${parts.body}
    </html> `;
}

export function sendPage(reply: FastifyReply, content: Html, { frames = false } = {}): FastifyReply {
  return (
    reply
      .header('content-security-policy', frames ? `${CONTENT_POLICY}; frame-src 'self'` : CONTENT_POLICY)
      // Stricter, and browsers would hide the Origin of our own forms, which the control side must see.
      .header('referrer-policy', 'same-origin')
      .header('x-content-type-options', 'nosniff')
      .header('cache-control', 'no-store')
      .type('text/html; charset=utf-8')
      .send(content.text)
  );
}

export function registerAssets(app: FastifyInstance): void {
  app.get(`/${STYLES_PATH}`, (_request, reply) => reply.type('text/css; charset=utf-8').send(STYLES));
}

/** Reads plain HTML forms; the body becomes an object of strings. */
export function registerForms(app: FastifyInstance): void {
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    (_request, body, done) => {
      done(null, Object.fromEntries(new URLSearchParams(String(body))));
    },
  );
}

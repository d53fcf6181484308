/** The mail server: SMTP on a port of its own, and an inbox page for people. */
import type { Simulator, Environment } from '../../environment/context.ts';
import { loopbackOnly } from '../../control/loopback-only.ts';
import { registerAssets, sendPage } from '../../pages/pages.ts';
import { INBOX, inboxPage, mailPage, unknownMailPage } from './inbox-page.ts';
import { Mailbox, mailView } from './mailbox.ts';
import { createMailServer } from './server.ts';

/**
 * A mail is somebody else's page: it may show itself and open links elsewhere, and do nothing more. The sandbox in the header holds
 * also where the frame around it is missing.
 */
const MAIL_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'self'; frame-ancestors 'self'; sandbox allow-popups allow-popups-to-escape-sandbox";

const SHOWN = 200;

/** `port` 0 takes a free one. */
export function createSmtpSimulator(environment: Environment, port: number): Simulator {
  const mailbox = new Mailbox();
  const server = createMailServer(environment, mailbox);
  return {
    name: 'smtp',
    title: 'Mail',
    prefix: INBOX,
    apply: (record) => mailbox.apply(record),
    resume: () => {},
    forget: () => {
      mailbox.forget();
      return [];
    },
    listen: (host) => server.listen(host, port),
    close: () => server.close(),
    journal: (newest) => ({ mails: mailbox.newest(newest).map(mailView) }),
    summary: () => ({ says: `${mailbox.count} ${mailbox.count === 1 ? 'mail' : 'mails'}` }),
    register: (app) => {
      // Mails open accounts: whoever may read them must be on this machine.
      app.addHook('onRequest', loopbackOnly);
      registerAssets(app);
      app.get('/', async (_request, reply) => {
        await environment.flushed();
        return sendPage(reply, inboxPage(mailbox.newest(SHOWN).toReversed(), mailbox.count));
      });
      app.get<{ Params: { id: string } }>('/:id', async (request, reply) => {
        await environment.flushed();
        const mail = mailbox.find(request.params.id);
        if (mail === undefined) return sendPage(reply.code(404), unknownMailPage());
        return sendPage(reply, mailPage(mail), { frames: true });
      });
      app.get<{ Params: { id: string } }>('/:id/html', async (request, reply) => {
        const html = mailbox.find(request.params.id)?.html ?? '';
        return (
          reply
            .header('content-security-policy', MAIL_POLICY)
            .header('referrer-policy', 'no-referrer')
            .header('x-content-type-options', 'nosniff')
            .header('cache-control', 'no-store')
            .type('text/html; charset=utf-8')
            // Links lead out of the frame.
            .send(html.replace(/<head[^>]*>|$/, (head) => `${head}<base target="_blank">`))
        );
      });
    },
  };
}

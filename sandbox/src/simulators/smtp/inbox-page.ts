/** The inbox for people: who got what, and one mail as its reader sees it. */
import { shortTime } from '../../pages/format.ts';
import { html } from '../../pages/html.ts';
import type { Html } from '../../pages/html.ts';
import { page } from '../../pages/pages.ts';
import type { MailRecord } from '../../environment/records.ts';
import { MAIL_TROUBLES } from './outcomes.ts';

export const INBOX = '/inbox';

export function inboxPage(mails: readonly MailRecord[], count: number): Html {
  const shown = mails.length < count ? `the newest ${mails.length} of ${count}` : 'newest first';
  return frame(
    'Inbox',
    html`<p class="hint">Every mail that the product sent, to whomever. None of them left this machine.</p>`,
    html`<section aria-labelledby="mails-title">
        <h2 id="mails-title">Mails <span class="meta">${shown}</span></h2>
        ${
          mails.length === 0
            ? html`<p class="empty">No mail came yet.</p>`
            : html`<ul class="rows">
                ${mails.map(mailRow)}
              </ul>`
        }
      </section>
      ${troublesSection()}`,
  );
}

export function mailRow(mail: Pick<MailRecord, 'id' | 'subject' | 'to'> & { at: number | string }): Html {
  const at = typeof mail.at === 'string' ? mail.at : new Date(mail.at).toISOString();
  return html`<li>
    <span class="main"><a href="${INBOX}/${mail.id}">${mail.subject}</a></span>
    <span class="meta">${mail.to} · ${shortTime(at)}</span>
  </li>`;
}

export function mailPage(mail: MailRecord): Html {
  const fields: [string, string][] = [
    ['To', mail.to],
    ...mail.headers.filter(([name]) => !/^(to|subject|mime-version|content-)/i.test(name)),
  ];
  return frame(
    mail.subject,
    html`<p><a href="${INBOX}">All mails</a></p>`,
    html`<section aria-labelledby="html-title">
        <h2 id="html-title">As HTML</h2>
        ${
          mail.html === null
            ? html`<p class="empty">This mail has no HTML.</p>`
            : html`<iframe
                class="mail"
                title="The mail as HTML"
                sandbox="allow-popups allow-popups-to-escape-sandbox"
                src="${INBOX}/${mail.id}/html"
              ></iframe>`
        }
      </section>
      <section aria-labelledby="text-title">
        <h2 id="text-title">As text</h2>
        <pre class="mail" tabindex="0" aria-labelledby="text-title">${mail.text.trimEnd()}</pre>
      </section>
      <section aria-labelledby="headers-title">
        <h2 id="headers-title">Headers</h2>
        <dl class="headers">
          ${fields.map(
            ([name, value]) =>
              html`<div>
                <dt>${name}</dt>
                <dd class="mono">${value}</dd>
              </div>`,
          )}
        </dl>
      </section>`,
  );
}

export function unknownMailPage(): Html {
  return frame(
    'Unknown mail',
    html`<p><a href="${INBOX}">All mails</a></p>`,
    html`<p class="empty">There is no such mail. The sandbox may have been reset since.</p>`,
  );
}

function troublesSection(): Html {
  return html`<section aria-labelledby="addresses-title">
    <h2 id="addresses-title">Magic addresses</h2>
    <p class="hint lead">
      What stands before the @ (also followed by a dot, dash, plus or underscore) chooses what happens.
    </p>
    <dl class="numbers">
      ${MAIL_TROUBLES.map(
        ({ name, says }) =>
          html`<div>
            <dt>${name}@</dt>
            <dd>${says}</dd>
          </div>`,
      )}
    </dl>
  </section>`;
}

function frame(title: string, lead: Html, content: Html): Html {
  return page({
    title,
    base: INBOX,
    body: html`<body class="control inbox">
      <header>
        <h1>${title}</h1>
        ${lead}
      </header>
      <main>${content}</main>
      <footer><a href="/">The sandbox</a></footer>
    </body>`,
  });
}

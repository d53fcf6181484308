/** The text messages for people: who got what. */
import type { MessageView } from '../../control/views.ts';
import { shortTime } from '../../pages/format.ts';
import { html } from '../../pages/html.ts';
import type { Html } from '../../pages/html.ts';
import { page } from '../../pages/pages.ts';

export const MESSAGES = '/sms';

export function messagesPage(messages: readonly MessageView[], count: number): Html {
  const shown = messages.length < count ? `the newest ${messages.length} of ${count}` : 'newest first';
  return page({
    title: 'Text messages',
    base: MESSAGES,
    body: html`<body class="control inbox">
      <header>
        <h1>Text messages</h1>
        <p class="hint">Every message that the product sent, to whatever number. No phone rang.</p>
      </header>
      <main>
        <section aria-labelledby="messages-title">
          <h2 id="messages-title">Messages <span class="meta">${shown}</span></h2>
          ${
            messages.length === 0
              ? html`<p class="empty">No message came yet.</p>`
              : html`<ul class="rows">
                  ${messages.map(messageRow)}
                </ul>`
          }
        </section>
      </main>
      <footer><a href="/">The sandbox</a></footer>
    </body>`,
  });
}

export function messageRow({ to, text, at }: MessageView): Html {
  return html`<li>
    <span class="main">${text}</span>
    <span class="meta">${to} · ${shortTime(at)}</span>
  </li>`;
}

/** The sandbox at a glance, for people: simulators with their switches, what happened last, and the magic numbers. */
import type { FastifyInstance } from 'fastify';
import type { Simulator, Environment } from '../environment/context.ts';
import { OUTCOMES } from '../data/outcomes.ts';
import { naira, shortTime } from '../pages/format.ts';
import { html } from '../pages/html.ts';
import type { Html } from '../pages/html.ts';
import { MESSAGES, messageRow } from '../simulators/sms/messages-page.ts';
import { INBOX, mailRow } from '../simulators/smtp/inbox-page.ts';
import { payoutRow } from '../simulators/squad/payout-row.ts';
import { page, registerAssets, sendPage } from '../pages/pages.ts';
import { simulatorView, journalView } from './api.ts';
import type { SimulatorView } from './api.ts';
import { LIVE_SCRIPT } from './live-script.ts';
import type { DeliveryView, LinkView, PushView, WebhookView } from './views.ts';

const NEWEST = 12;
const SCRIPT_PATH = '/assets/live.js';

export function registerControlPage(
  app: FastifyInstance,
  environment: Environment,
  simulators: readonly Simulator[],
): void {
  registerAssets(app);
  app.get(SCRIPT_PATH, (_request, reply) =>
    reply.type('text/javascript; charset=utf-8').header('cache-control', 'no-store').send(LIVE_SCRIPT),
  );
  app.get('/', async (_request, reply) => {
    await environment.flushed();
    return sendPage(reply, controlPage(environment, simulators));
  });
}

function controlPage(environment: Environment, simulators: readonly Simulator[]): Html {
  const { deliveries, links, payouts, mails, messages, pushes, webhooks } = journalView(
    environment,
    simulators,
    NEWEST,
  );
  return page({
    title: 'Sandbox world',
    base: '',
    script: SCRIPT_PATH,
    body: html`<body class="control">
      <header>
        <h1>The sandbox</h1>
        <p>
          Suppliers and a card gateway made of play money. Whatever happens here is written to a journal
          first, so the books of ${environment.merchantName} can be held against it.
        </p>
      </header>
      <main>
        <div class="column">
          ${simulatorsSection(simulators.map((simulator) => simulatorView(environment, simulator)))}
          ${list('deliveries', 'Deliveries', 'Nothing was delivered yet.', deliveries.map(deliveryRow))}
          ${list('payments', 'Card payments', 'No payment link was made yet.', links.map(linkRow))}
          ${list('payouts', 'Bank transfers', 'No money was sent to a bank yet.', payouts.map(payoutRow))}
          ${list('mails', 'Mails', 'No mail was sent yet.', mails.map(mailRow))}
          ${list('messages', 'Text messages', 'No message was sent yet.', messages.map(messageRow))}
          ${list('pushes', 'Notices to devices', 'No notice was sent yet.', pushes.map(pushRow))}
          ${list('webhooks', 'Webhooks', 'No event was sent yet.', webhooks.map(webhookRow))}
        </div>
        <div class="column">${outcomesSection()} ${timeSection(environment)} ${linksSection()}</div>
      </main>
    </body>`,
  });
}

function simulatorsSection(simulators: readonly SimulatorView[]): Html {
  return html`<section aria-labelledby="faces">
    <h2 id="faces">Faces</h2>
    <div class="faces">${simulators.map(simulatorRow)}</div>
  </section>`;
}

function simulatorRow(simulator: SimulatorView): Html {
  const action = `/control/faces/${simulator.name}`;
  const trouble = [
    simulator.latencyMs > 0 ? `answers ${simulator.latencyMs} ms late` : '',
    simulator.failPercent > 0 ? `refuses ${simulator.failPercent}%` : '',
  ].filter((text) => text !== '');
  const state = simulator.down
    ? html`<span class="pill failed">✕ down</span>`
    : html`<span class="pill ${trouble.length > 0 ? 'pending' : 'done'}"
        >${trouble.length > 0 ? `◷ ${trouble.join(', ')}` : '✓ up'}</span
      >`;
  const float = simulator.float === null ? '' : `float ${naira(simulator.float)}`;
  const floatField =
    simulator.float === null ? null : numberField('Float, naira', 'float', 0, '', 'as it is');
  return html`<article class="face">
    <div class="top" id="face-${simulator.name}" data-live>
      <strong>${simulator.title}</strong> ${state}
      <form method="post" action="${action}">
        <button
          class="button small ${simulator.down ? '' : 'danger'}"
          name="down"
          value="${String(!simulator.down)}"
        >
          ${simulator.down ? 'Bring up' : 'Take down'}
        </button>
      </form>
      <span class="meta">${[simulator.says, float].filter((text) => text !== '').join(' · ')}</span>
      <span class="meta mono">${simulator.url}</span>
    </div>
    <form method="post" action="${action}" class="switches">
      ${numberField('Latency, ms', 'latencyMs', 600_000, String(simulator.latencyMs), '0')}
      ${numberField('Refused, %', 'failPercent', 100, String(simulator.failPercent), '0')} ${floatField}
      <button class="button small">Apply</button>
    </form>
  </article>`;
}

function numberField(label: string, name: string, most: number, value: string, placeholder: string): Html {
  const limit = most > 0 ? html` max="${most}"` : null;
  return html`<label class="field"
    >${label}
    <input
      type="number"
      min="0"
      ${limit}
      step="any"
      name="${name}"
      value="${value}"
      placeholder="${placeholder}"
  /></label>`;
}

function list(id: string, title: string, empty: string, rows: readonly Html[]): Html {
  const content =
    rows.length === 0
      ? html`<p class="empty">${empty}</p>`
      : html`<ul class="rows">
          ${rows.toReversed().slice(0, NEWEST)}
        </ul>`;
  return html`<section aria-labelledby="${id}-title" id="${id}" data-live>
    <h2 id="${id}-title">${title} <span class="meta">newest first</span></h2>
    ${content}
  </section>`;
}

function deliveryRow(delivery: DeliveryView): Html {
  const { supplier, supplierId, reference, kind, network, planId, tokens = [], reversedAt } = delivery;
  const plan = planId === null ? '' : `, plan ${planId}`;
  const pill = reversedAt === undefined ? null : html` <span class="pill failed">↩ reversed</span>`;
  const toEnter =
    tokens.length === 0 ? null : html`<br />token <span class="mono">${tokens.join(', then ')}</span>`;
  return html`<li>
    <span class="main">${delivery.recipient}${pill}</span>
    <span class="side">${naira(delivery.amount)}</span>
    <span class="meta"
      >${supplier} · ${network} ${kind}${plan} · ${shortTime(delivery.at)} ·
      <span class="mono">${reference === '' ? 'no reference' : reference} #${supplierId}</span
      >${toEnter}</span
    >
  </li>`;
}

function linkRow(link: LinkView): Html {
  const pills: Record<string, Html> = {
    success: html`<span class="pill done">✓ paid</span>`,
    failed: html`<span class="pill failed">✕ failed</span>`,
  };
  const pill = pills[link.status] ?? html`<span class="pill pending">◷ waiting</span>`;
  return html`<li>
    <span class="main"
      ><a class="mono" href="/squad/checkout/${encodeURIComponent(link.reference)}">${link.reference}</a>
      ${pill}</span
    >
    <span class="side">${naira(link.amount)}</span>
    <span class="meta">${link.email} · ${shortTime(link.at)}</span>
  </li>`;
}

function pushRow({ device, status, topic, ttlSeconds, at }: PushView): Html {
  return html`<li>
    <span class="main">${device}</span>
    <span class="side">${status}</span>
    <span class="meta">${topic ?? 'no topic'} · kept for ${ttlSeconds} s · ${shortTime(at)}</span>
  </li>`;
}

function webhookRow(webhook: WebhookView): Html {
  const tries = webhook.attempts.length;
  const last = webhook.attempts.at(-1);
  const answered = last === undefined ? 'on its way' : `last answer ${last.status ?? 'none'}`;
  let pill = html`<span class="pill pending">◷ trying</span>`;
  if (webhook.deliveredAt !== null) pill = html`<span class="pill done">✓ delivered</span>`;
  else if (webhook.gaveUp) pill = html`<span class="pill failed">✕ gave up</span>`;
  return html`<li>
    <span class="main">${webhook.event} ${pill}</span>
    <span class="side">${tries} ${tries === 1 ? 'try' : 'tries'}</span>
    <span class="meta"
      >${webhook.face} · ${shortTime(webhook.at)} · ${answered} ·
      <span class="mono">${webhook.reference}</span></span
    >
  </li>`;
}

function outcomesSection(): Html {
  const rows = OUTCOMES.map(
    ({ digits, says }) =>
      html`<div>
        <dt>${/^\d+$/.test(digits) ? `…${digits}` : digits}</dt>
        <dd>${unbroken(says)}</dd>
      </div>`,
  );
  return html`<section aria-labelledby="outcomes">
    <h2 id="outcomes">Magic numbers</h2>
    <p class="hint lead">The last four digits of a phone or meter number choose what happens to it.</p>
    <dl class="numbers">${rows}</dl>
  </section>`;
}

/** A number and its unit stay on one line. */
function unbroken(text: string): string {
  return text.replace(/(\d) (s|ms)\b/g, '$1\u00a0$2');
}

function timeSection({ timings }: Environment): Html {
  return html`<section aria-labelledby="time">
    <h2 id="time">Time and chance</h2>
    <div class="stack">
      <form method="post" action="/control/timings" class="switches">
        ${numberField('Processing, ms', 'processingMs', 86_400_000, String(timings.processingMs), '')}
        ${numberField('Slow answer, ms', 'slowMs', 86_400_000, String(timings.slowMs), '')}
        ${numberField('Late token, ms', 'tokenMs', 86_400_000, String(timings.tokenMs), '')}
        ${numberField('Reversal, ms', 'reversalMs', 86_400_000, String(timings.reversalMs), '')}
        <button class="button small">Set times</button>
      </form>
      <form method="post" action="/control/seed" class="switches">
        <label class="field"
          >Seed of chance <input type="number" min="0" max="4294967295" name="seed" placeholder="1" required
        /></label>
        <button class="button small">Set seed</button>
      </form>
      <form method="post" action="/control/reset">
        <button class="button small danger">Empty the journal and start afresh</button>
      </form>
    </div>
  </section>`;
}

function linksSection(): Html {
  return html`<section aria-labelledby="links">
    <h2 id="links">For programs</h2>
    <ul class="links">
      <li><a href="${INBOX}">${INBOX}</a> every mail, as its reader sees it</li>
      <li><a href="${MESSAGES}/">${MESSAGES}/</a> every text message</li>
      <li><a href="/paymentpoint/transfer">/paymentpoint/transfer</a> send a bank transfer</li>
      <li><a href="/control/journal">/control/journal</a> what was delivered, paid and sent</li>
      <li><a href="/control/faces">/control/faces</a> switches and floats</li>
      <li><a href="/control/timings">/control/timings</a> how long the slow outcomes take</li>
      <li><a href="/control/outcomes">/control/outcomes</a> the magic numbers</li>
    </ul>
  </section>`;
}

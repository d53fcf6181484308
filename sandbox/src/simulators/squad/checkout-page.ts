/** The gateway's hosted page: plain HTML and two buttons, as quick on a bad line as on a good one. */
import { naira } from '../../pages/format.ts';
import { html } from '../../pages/html.ts';
import type { Html } from '../../pages/html.ts';
import { page } from '../../pages/pages.ts';
import { returnAddress } from './links.ts';
import type { Link } from './links.ts';

const BASE = '/squad';

export function checkoutPage(link: Link, merchantName: string): Html {
  const { record } = link;
  const amount = naira(record.amountKobo / 100);
  const body = link.status === 'success' ? paidBody(link) : payBody(link, amount);
  return frame(
    `Pay ${merchantName}`,
    merchantName,
    html`<p class="eyebrow">${link.status === 'success' ? 'Paid to' : 'Pay'} ${merchantName}</p>
      <h1 class="sum">${amount}</h1>
      <dl class="leaders">
        ${leader('Customer', record.customerName)} ${leader('E-mail', emailText(record.email))}
        ${leader('Reference', html`<span class="mono">${record.reference}</span>`)}
      </dl>
      ${body}`,
  );
}

export function unknownLinkPage(merchantName: string): Html {
  return frame(
    'Unknown payment link',
    merchantName,
    html`<h1>This payment link does not exist</h1>
      <p>It may have been mistyped, or the sandbox was reset since it was made. No money has moved.</p>`,
  );
}

function payBody({ record, status }: Link, amount: string): Html {
  const failed =
    status === 'failed'
      ? html`<p class="notice danger" role="alert">
          <strong>The last payment did not go through.</strong> Nothing was charged. You can try again.
        </p>`
      : null;
  const path = `${BASE}/checkout/${record.reference}`;
  return html`${failed}
    <form method="post" action="${path}/pay" class="card-form">
      <label class="field wide">
        Card number
        <input value="5399 8300 0000 8381" readonly inputmode="numeric" />
      </label>
      <label class="field">Expires <input value="12 / 30" readonly /></label>
      <label class="field">CVV <input value="123" readonly inputmode="numeric" /></label>
      <p class="hint wide">
        A test card, already filled in and never sent anywhere. <em>Fail</em> shows what a declined card does.
      </p>
      <button class="button primary wide" type="submit">Pay ${amount}</button>
      <button class="button wide" type="submit" formaction="${path}/fail">Fail</button>
    </form>`;
}

function paidBody(link: Link): Html {
  const back =
    link.record.callbackUrl === null
      ? null
      : html`<p><a class="button primary" href="${returnAddress(link)}">Return to the shop</a></p>`;
  return html`<p class="notice success" role="status">
      <strong>This link is already paid.</strong> It cannot be charged a second time.
    </p>
    ${back}`;
}

/** A long address breaks after its @ rather than anywhere. */
function emailText(email: string): Html {
  const [name = '', host = ''] = email.split('@');
  return html`${name}@<wbr />${host}`;
}

function leader(name: string, value: string | Html | null): Html | null {
  if (value === null) return null;
  return html`<div>
    <dt>${name}</dt>
    <dd>${value}</dd>
  </div>`;
}

function frame(title: string, merchantName: string, content: Html): Html {
  return page({
    title,
    base: BASE,
    body: html`<body class="checkout">
      <header>
        <span class="mark" aria-hidden="true">${merchantName.slice(0, 1)}</span>
        <span class="merchant">${merchantName}</span>
        <span class="pill pending">Test mode</span>
      </header>
      <main class="slip">${content}</main>
      <footer>Secured by Squad, the sandbox edition. Play money: no bank is asked.</footer>
    </body>`,
  });
}

/** A bank app of one page: pay into a reserved account as anybody with a bank account can. */
import { naira, shortTime } from '../../pages/format.ts';
import { html, type Html } from '../../pages/html.ts';
import { page } from '../../pages/pages.ts';
import type { ReservedAccounts } from './accounts.ts';

export const BASE = '/paymentpoint';
const NEWEST = 10;

export interface Notice {
  isGood: boolean;
  says: string;
}

export function transferPage(accounts: ReservedAccounts, notice: Notice | null, accountNumber = ''): Html {
  const known = accounts.all().toReversed();
  return page({
    title: 'Send a bank transfer',
    base: BASE,
    body: html`<body class="checkout">
      <header>
        <span class="mark" aria-hidden="true">B</span>
        <span class="merchant">Your bank</span>
        <span class="pill pending">Test mode</span>
      </header>
      <main class="slip">
        <h1>Send a bank transfer</h1>
        ${notice === null ? null : noticeOf(notice)}
        <form method="post" action="${BASE}/transfer" class="card-form">
          <label class="field wide">
            To account number
            <input
              name="accountNumber"
              value="${accountNumber}"
              inputmode="numeric"
              pattern="[0-9]{10}"
              minlength="10"
              maxlength="10"
              list="accounts"
              required
            />
          </label>
          <datalist id="accounts">
            ${known
              .slice(0, NEWEST)
              .map(
                (account) => html`<option value="${account.accountNumber}">${account.accountName}</option>`,
              )}
          </datalist>
          <label class="field wide">
            Amount in naira
            <input name="amount" type="number" min="1" step="0.01" required />
          </label>
          <p class="hint wide">Play money: no bank is asked. The shop hears of it within a second.</p>
          <button class="button primary wide" type="submit">Send</button>
        </form>
        ${lastTransfers(accounts)}
      </main>
      <footer>The bank of the sandbox.</footer>
    </body>`,
  });
}

function noticeOf({ isGood, says }: Notice): Html {
  return isGood
    ? html`<p class="notice success" role="status">${says}</p>`
    : html`<p class="notice danger" role="alert">${says}</p>`;
}

function lastTransfers({ transfers }: ReservedAccounts): Html | null {
  if (transfers.length === 0) return null;
  return html`<dl class="leaders">
    ${transfers
      .slice(-NEWEST)
      .toReversed()
      .map(
        ({ accountNumber, amountKobo, at }) =>
          html`<div>
            <dt><span class="mono">${accountNumber}</span> ${shortTime(new Date(at).toISOString())}</dt>
            <dd>${naira(amountKobo / 100)}</dd>
          </div>`,
      )}
  </dl>`;
}

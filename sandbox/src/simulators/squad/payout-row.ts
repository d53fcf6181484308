import type { PayoutView } from '../../control/views.ts';
import { naira, shortTime } from '../../pages/format.ts';
import { html } from '../../pages/html.ts';
import type { Html } from '../../pages/html.ts';

/** One transfer to a bank account in the list of the control page. */
export function payoutRow(payout: PayoutView): Html {
  const pill = payout.reversedAt === undefined ? null : html` <span class="pill failed">↩ reversed</span>`;
  return html`<li>
    <span class="main">${payout.accountName}${pill}</span>
    <span class="side">${naira(payout.amount)}</span>
    <span class="meta"
      >${payout.accountNumber} at bank ${payout.bankCode} · ${shortTime(payout.at)} ·
      <span class="mono">${payout.reference}</span></span
    >
  </li>`;
}

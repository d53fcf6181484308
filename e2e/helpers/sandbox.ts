/** The sandbox as the control API shows it (D8.6 to D8.9). */
import { sandboxUrl } from './server.ts';

export interface Delivery {
  supplier: string;
  reference: string;
  kind: string;
  recipient: string;
  amount: number;
  reversedAt?: string;
}

export interface Journal {
  deliveries: Delivery[];
  payments: { reference: string; amount: number }[];
  mails: { to: string; subject: string }[];
  pushes: { device: string; body: string }[];
}

export async function journal(): Promise<Journal> {
  const response = await fetch(`${sandboxUrl()}/control/journal`);
  // The shape is the sandbox's own: D8.6.
  return (await response.json()) as Journal;
}

/** What any supplier has delivered to this number and not taken back. */
export async function deliveriesTo(phone: string): Promise<Delivery[]> {
  const { deliveries } = await journal();
  return deliveries.filter(({ recipient, reversedAt }) => recipient === phone && reversedAt === undefined);
}

/** Somebody sends naira to an account number of the bank. */
export async function paysIn(accountNumber: string, amount: number): Promise<void> {
  const response = await fetch(`${sandboxUrl()}/control/bank-transfer`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ accountNumber, amount }),
  });
  await response.body?.cancel();
}

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
  mails: { to: string; subject: string; text: string }[];
  messages: { to: string; text: string }[];
  pushes: { device: string; body: string }[];
}

export async function journal(url = sandboxUrl()): Promise<Journal> {
  const response = await fetch(`${url}/control/journal`);
  // The shape is the sandbox's own: D8.6.
  return (await response.json()) as Journal;
}

/** The six digits of the newest text message to this number. */
export async function phoneCode(phone: string): Promise<string> {
  const { messages } = await journal();
  const { text = '' } = messages.findLast(({ to }) => to === phone) ?? {};
  return text.slice(0, 6);
}

/** The phone number that the register of the sandbox has for a NIN or BVN. */
export const registeredPhone = (number: string): string => `070${number.slice(-8)}`;

/** A NIN or BVN that nobody else has, and for which the register of the sandbox has no phone number. */
export const numberWithoutPhone = ({ phone }: { phone: string }): string => `99${phone.slice(2)}`;

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

/** The banks that money can be sent to. */
import { DAY_MS } from '@jara/contract/time-units.ts';
import type { Bank, PayoutBank } from '../../outside/banks/banks.ts';
import type { Log } from '../../platform/log.ts';

/** Codes of the interbank system, for a provider that does not list its banks. */
const knownBanks: readonly Bank[] = [
  ['Access Bank', '000014'],
  ['Citibank', '000009'],
  ['Ecobank', '000010'],
  ['FairMoney MFB', '090551'],
  ['FCMB', '000003'],
  ['Fidelity Bank', '000007'],
  ['First Bank', '000016'],
  ['Globus Bank', '000027'],
  ['GTBank', '000013'],
  ['Hope PSB', '120002'],
  ['Jaiz Bank', '000006'],
  ['Keystone Bank', '000002'],
  ['Kuda MFB', '090267'],
  ['Lotus Bank', '000029'],
  ['MoMo PSB', '120003'],
  ['Moniepoint MFB', '090405'],
  ['9PSB', '120001'],
  ['OPay', '100004'],
  ['Optimus Bank', '000036'],
  ['PalmPay', '100033'],
  ['Parallex Bank', '000030'],
  ['Polaris Bank', '000008'],
  ['PremiumTrust Bank', '000031'],
  ['Providus Bank', '000023'],
  ['Safe Haven MFB', '090286'],
  ['Signature Bank', '000034'],
  ['SmartCash PSB', '120004'],
  ['Sparkle', '090325'],
  ['Stanbic IBTC', '000012'],
  ['Standard Chartered', '000021'],
  ['Sterling Bank', '000001'],
  ['SunTrust Bank', '000022'],
  ['Taj Bank', '000026'],
  ['Titan Trust Bank', '000025'],
  ['UBA', '000004'],
  ['Union Bank', '000018'],
  ['Unity Bank', '000011'],
  ['VFD MFB', '090110'],
  ['Wema Bank', '000017'],
  ['Zenith Bank', '000015'],
].map(([bankName = '', bankCode = '']) => ({ bankName, bankCode }));

/** How soon a provider that did not answer is asked again. */
const RETRY_MS = 60_000;

export interface BankList {
  /** By name. Never fails: an old list, or the known banks, are better than none. */
  read(): Promise<readonly Bank[]>;
}

export function createBankList(payouts: PayoutBank, log: Log, now: () => number = Date.now): BankList {
  const { listBanks } = payouts;
  if (listBanks === undefined) return { read: () => Promise.resolve(knownBanks) };
  let banks = knownBanks;
  let askAgainAtMs = 0;
  let asking: Promise<void> | null = null;

  async function ask(getBanks: NonNullable<PayoutBank['listBanks']>): Promise<void> {
    const answer = await getBanks();
    if (answer.outcome === 'told' && answer.banks.length > 0) {
      banks = answer.banks.toSorted((one, other) => one.bankName.localeCompare(other.bankName, 'en'));
      askAgainAtMs = now() + DAY_MS;
      return;
    }
    log.warn({ provider: payouts.name }, 'the list of banks could not be read; the last one stays');
    askAgainAtMs = now() + RETRY_MS;
  }

  return {
    async read() {
      if (now() >= askAgainAtMs) {
        asking ??= ask(listBanks).finally(() => {
          asking = null;
        });
        await asking;
      }
      return banks;
    },
  };
}

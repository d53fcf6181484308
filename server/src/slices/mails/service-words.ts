import { networkLabels } from '@jara/contract/constants.ts';

const walletServices: Readonly<Record<string, string>> = {
  transfer: 'Transfer',
  withdraw: 'Withdrawal to a bank',
};

/** What people call a service, at the beginning of a sentence: "Glo data", "Ikeja electricity". */
export function serviceWords({ name, serviceType }: { name: string; serviceType: string }): string {
  if (serviceType === 'wallet') return walletServices[name] ?? name;
  const label = new Map<string, string>(Object.entries(networkLabels)).get(name) ?? name;
  return `${label} ${serviceType}`;
}

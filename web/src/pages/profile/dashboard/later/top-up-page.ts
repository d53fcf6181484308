/**
 * The operator's external page for topping up, opened for the user's own reserved account: `{accountNumber}` in the address is
 * replaced by it; without that, it is added as `?accountNumber=`. Null when there is no page or no account.
 */
export function topUpPage(address: string, accountNumber: string | null): string | null {
  if (address === '' || accountNumber === null) return null;
  const number = encodeURIComponent(accountNumber);
  if (address.includes('{accountNumber}')) return address.replaceAll('{accountNumber}', number);
  return `${address}${address.includes('?') ? '&' : '?'}accountNumber=${number}`;
}

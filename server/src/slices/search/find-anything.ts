import type { CallReply } from '@jara/contract/api.ts';
import type { FoundGroup } from '@jara/contract/calls/administration/search.ts';
import type { Context } from '../../app/context.ts';
import { refuseField } from '../../platform/refuse.ts';
import type { Handler } from '../../platform/serve.ts';
import { findTransactions, type SearchName } from './find-transactions.ts';
import { findUsers } from './find-users.ts';
import { readSearch } from './read-search.ts';

export const findAnything =
  ({ reads }: Context): Handler<'findAnything'> =>
  async ({ body }) => {
    if (body.text.trim() === '') refuseField('text', 'Enter what to look for');
    const meanings = readSearch(body.text);
    const users = await findUsers(reads, meanings);
    const [only] = users.found;
    const ofUser = users.isSure && only !== undefined ? only.userName : undefined;
    const { references, phone, digits, givenName, amountKobo } = meanings;
    const of = (name: SearchName, value: unknown) => () => findTransactions(reads, name, value);
    const lookups: readonly (() => Promise<FoundGroup | undefined>)[] = [
      of('reference', references.length === 0 ? undefined : references),
      of('number', phone),
      of('numberBeginning', digits),
      () => Promise.resolve(users.found.length === 0 ? undefined : users),
      of('ofUser', ofUser),
      of('supplierId', givenName),
      of('clientReference', givenName),
      of('amount', amountKobo),
    ];
    // One after the other: each is short, and a search never holds more than one of the connections that, without a replica, purchases need too.
    const groups: FoundGroup[] = [];
    for (const look of lookups) {
      const group = await look();
      if (group !== undefined) groups.push(group);
    }
    return { groups: distinct(groups) };
  };

/** What a surer way found is not shown again, and a group without anything of its own not at all. */
function distinct(groups: readonly FoundGroup[]): CallReply<'findAnything'>['groups'] {
  const seen = new Set<string>();
  return groups.flatMap(({ by, found, hasMore }) => {
    const own = found.filter(({ transaction }) => transaction === null || !seen.has(transaction._id));
    for (const { transaction } of own) if (transaction !== null) seen.add(transaction._id);
    return own.length === 0 ? [] : [{ by, found: own, hasMore }];
  });
}

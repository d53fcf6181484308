/** What the server finds for staff, as options of the list of places: each transaction and user leads to where staff work on it. */
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { FoundGroup } from '@jara/contract/calls/administration/search.ts';
import { formatNaira } from '@jara/contract/money.ts';
import { formatPhone } from '@jara/contract/phone.ts';
import { to, toTransaction } from '../../../platform/paths.ts';
import { send } from '../../../platform/send.ts';
import { statusLook } from '../../../shared/status.tsx';
import { timeWords } from '../../../shared/when.tsx';
import type { PaletteOption } from './palette-options.ts';

/** Nobody reads answers faster than this, and not every key is a question. */
const DELAY_MS = 200;
const FEWEST = 2;

type Found = FoundGroup['found'][number];

/** `isSettled`: the options are those of this very text, and whoever pressed Enter may go there. */
export function useStaffSearch(
  text: string,
  viewer: { isStaff: boolean; isAdmin: boolean },
): {
  options: PaletteOption[];
  isSettled: boolean;
  /** Why it failed; null where it did not. */
  error: Error | null;
  isVain: boolean;
  onRetry: () => void;
} {
  const wanted = text.trim();
  const asked = useSettledText(wanted);
  const isWanted = viewer.isStaff && wanted.length >= FEWEST;
  const search = useQuery({
    queryKey: ['staffSearch', asked],
    queryFn: ({ signal }) => send('findAnything', { text: asked }, { signal }),
    enabled: isWanted && asked.length >= FEWEST,
    placeholderData: keepPreviousData,
    retry: false,
  });
  const isSettled = !isWanted || (asked === wanted && !search.isFetching);
  return {
    options: isWanted ? staffOptions(search.data?.groups ?? [], viewer.isAdmin) : [],
    isSettled,
    error: isWanted && isSettled ? search.error : null,
    // The answer to an earlier text, which stays until the next one is there, says nothing of this one.
    isVain: isWanted && isSettled && search.data?.groups.length === 0,
    onRetry: () => void search.refetch(),
  };
}

function useSettledText(text: string): string {
  const [settled, setSettled] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), DELAY_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}

const headings = new Map([
  ['reference', 'By reference'],
  ['number', 'For this number'],
  ['user', 'Users'],
  ['ofUser', 'Of this user'],
  ['supplierId', 'By the supplier’s, gateway’s or bank’s id'],
  ['clientReference', 'By the client’s own reference'],
  ['amount', 'Of this amount'],
]);

function staffOptions(groups: readonly FoundGroup[], isAdmin: boolean): PaletteOption[] {
  return groups.flatMap(({ by, found, hasMore }) =>
    found.map((item) => ({
      ...optionOf(item, by, isAdmin),
      group: `${headings.get(by) ?? 'Found'}${hasMore ? moreWords(by, found.length) : ''}`,
    })),
  );
}

/** Users come in the order of their names. */
const moreWords = (by: string, count: number): string =>
  by === 'user' ? `: the first ${count}` : `: the newest ${count}`;

function optionOf({ userName, transaction, user }: Found, by: string, isAdmin: boolean): PaletteOption {
  if (transaction === null) {
    return {
      path: `${to.adminUsers}?${new URLSearchParams({ user: userName }).toString()}`,
      label: [userName, user?.fullName].filter(Boolean).join(' \u00b7 '),
      note: user === null ? '' : `${formatPhone(user.phoneNumber)} \u00b7 ${formatNaira(user.balance)}`,
    };
  }
  const {
    _id: id,
    description,
    recipient,
    trans_Status: status,
    trans_amount: amount,
    createdAt,
  } = transaction;
  return {
    path: toTransactionAmong(id, listOf({ by, recipient, userName }), isAdmin),
    label: `${description} \u00b7 ${userName}`,
    note: `${formatNaira(amount)} \u00b7 ${statusLook(status).word} \u00b7 ${timeWords(createdAt)}`,
  };
}

/** The list that stands beside what was found. */
function listOf({
  by,
  recipient,
  userName,
}: {
  by: string;
  recipient: string | null;
  userName: string;
}): Record<string, string> {
  if (by === 'number' && recipient !== null) return { phoneNumber: recipient };
  return by === 'ofUser' ? { userName } : {};
}

function toTransactionAmong(id: string, filters: Record<string, string>, isAdmin: boolean): string {
  const search = new URLSearchParams(isAdmin ? { ...filters, transaction: id } : filters).toString();
  const path = isAdmin ? to.adminTransactions : toTransaction(id);
  return search === '' ? path : `${path}?${search}`;
}

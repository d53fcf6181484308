/** Addresses that staff screens lead to with something filled in. */
import { to, toTransaction } from '../../platform/paths.ts';

const withQuery = (path: string, query: Record<string, string>): string =>
  `${path}?${new URLSearchParams(query).toString()}`;

/** Agents see everybody's transactions in the list that all users have; the admins' own list does more. */
export const toTransactionsOfUser = (userName: string, isAdmin: boolean): string =>
  withQuery(isAdmin ? to.adminTransactions : to.transactions, { userName });
/** The receipt of a transaction as its list shows it: in all transactions for admins, in the list that all users have for agents. */
export const toReceiptOf = ({ _id }: { _id: string }, isAdmin: boolean): string =>
  isAdmin ? withQuery(to.adminTransactions, { transaction: _id }) : toTransaction(_id);
export const toMailFor = (userName: string): string => withQuery(to.sendMail, { userAccount: userName });
export const toTransferTo = (userName: string): string => withQuery(to.transfer, { userName });
export const toUser = (userName: string): string => withQuery(to.adminUsers, { user: userName });
export const toSecurityEventsOf = (userName: string): string => withQuery(to.securityEvents, { userName });
export const toReadsOf = (userName: string): string =>
  withQuery(to.staffActions, { view: 'reads', userName });
export const toRecordOf = (subject: string): string => withQuery(to.staffActions, { subject });

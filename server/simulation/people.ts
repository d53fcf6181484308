/** Who uses the installation: made in the database, with a session each, and what they need to move money by every call. */
import type { CallName } from '@jara/contract/paths.ts';
import { kobo, naira, negate } from '@jara/contract/money.ts';
import { personOf } from '../../sandbox/src/simulators/identity/people.ts';
import { createUser } from '../src/slices/accounts/create-user.ts';
import { houseAccount } from '../src/ledger/chart.ts';
import { post } from '../src/ledger/post.ts';
import type { Db, Pool } from '../src/platform/db.ts';
import { createSessions, type Sessions } from '../src/platform/session.ts';
import type { AnswerBody } from './client.ts';
import { UNDECIDED } from './quiet-phase.ts';
import { createKeyring } from '../src/platform/keys/keyring.ts';

export interface Person {
  userId: bigint;
  userName: string;
  walletAccountId: bigint;
  token: string;
  openingKobo: bigint;
}

/** Of a person who buys: where the bank sends money to, and where others send money to them. */
export interface Buyer extends Person {
  bankAccounts: readonly string[];
  /** There the bank processes a payout for ever. */
  undecidedAccount: string;
  accountNumber: string | null;
}

export interface PersonInput {
  openingNaira?: number;
  isAdmin?: boolean;
  isCouponVendor?: boolean;
  /** User name of who sent them. */
  referredBy?: string;
}

export interface People {
  make(input?: PersonInput): Promise<Person>;
}

/** None of theirs is a browser's, so the key is never asked for. */
const SESSION = {
  idleHours: 24,
  absoluteDays: 2,
  staffIdleMinutes: 1_440,
  staffHours: 48,
  keys: createKeyring(''),
};

async function createPeople(owner: Pool): Promise<People> {
  const sessions = await createSessions(owner, SESSION);
  let made = 0;
  return {
    make(input = {}) {
      made += 1;
      const number = made;
      return owner.commit((db) => makePerson(db, sessions, number, input));
    },
  };
}

async function makePerson(db: Db, sessions: Sessions, number: number, input: PersonInput): Promise<Person> {
  const { openingNaira = 0, ...rights } = input;
  const userName = `person_${number}`;
  const opening = naira(openingNaira);
  const { userId, walletAccountId } = await createUser(db, {
    ...rights,
    userName,
    fullName: `Person ${number}`,
    email: `${userName}@people.example`,
    // The last four digits choose whether they get a reserved account: these do.
    phone: `0702${String(number).padStart(5, '0')}55`,
    // Nobody logs in by password.
    passwordHash: '-',
    isDemo: openingNaira > 0,
  });
  if (openingNaira > 0) {
    await post(db, {
      code: 'issue.demo',
      reference: String(userId),
      legs: [
        { accountId: await houseAccount(db, 'issuance'), amountKobo: negate(opening) },
        { accountId: walletAccountId, amountKobo: opening },
      ],
    });
  }
  const token = await sessions.open(db, userId, { userAgent: 'fire', ip: '127.0.0.1' });
  return { userId, userName, walletAccountId, token, openingKobo: kobo(opening) };
}

/** All who act in a run. */
export interface Cast {
  buyers: readonly Buyer[];
  vendor: Person;
  admins: readonly [Person, Person];
  people: People;
}

export const BANK = 'GTBank';
/** By their last four digits: what the bank does with a payout. */
const bankEndings = ['5555', '5556', '5557', '0001', '0002', '0003', '0004', '0006', '0008', '0011'];

/** A number of the register for each person that has one. */
export const bvnOf = (index: number): string => String(22_000_000_555 + index * 1_000);

/** What a register without a phone to send a code to wants to hear (`SMS_ENABLED=off`). */
export function detailsOf(number: string): Record<string, string> {
  const { firstName, lastName, dateOfBirth } = personOf(number);
  return { firstName, lastName, dateOfBirth };
}

type Ask = (person: Person, call: CallName, input: Record<string, unknown>) => Promise<AnswerBody>;

/** `ask` speaks with the installation while nothing is broken. */
export async function gather(owner: Pool, howMany: number, ask: Ask): Promise<Cast> {
  const people = await createPeople(owner);
  const admins = [await people.make({ isAdmin: true }), await people.make({ isAdmin: true })] as const;
  const vendor = await people.make({ isCouponVendor: true, openingNaira: 100_000 });
  const buyers = await Promise.all(
    Array.from({ length: howMany }, async (_, index) => {
      const person = await people.make({ openingNaira: 300_000 });
      const accounts = bankEndings.map((ending) => `${String(100_000 + index)}${ending}`);
      const undecidedAccount = `${String(100_000 + index)}${UNDECIDED}`;
      for (const accountNumber of [...accounts, undecidedAccount])
        await ask(person, 'validateBankAccount', { bankName: BANK, accountNumber });
      await ask(person, 'updateKyc', { bvn: bvnOf(index) });
      await ask(person, 'confirmIdentity', detailsOf(bvnOf(index)));
      // Of every other one a server of theirs is notified; that it is never reached is their own matter.
      if (index % 2 === 0)
        await owner.run(
          `insert into webhook_endpoints (user_id, url, sealed_secret, paused_at) values ($1, 'https://shop.example/hook', '', now())`,
          [person.userId],
        );
      return { ...person, bankAccounts: accounts, undecidedAccount, accountNumber: null };
    }),
  );
  return { buyers, vendor, admins: [...admins], people };
}

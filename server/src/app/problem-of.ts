import { BackupProblem } from '../backup/backup-problem.ts';
import { ConfigError } from '../config/config.ts';
import { TooFewConnections } from '../database/connection-budget.ts';
import { ClusterInUse } from '../database/embedded-postgres-postmaster.ts';
import { ForeignSchema } from '../database/foreign-schema.ts';
import { OtherMode } from '../database/mode.ts';
import { WrongPooling } from '../database/pooling.ts';
import { WrongLogin } from '../database/program-login.ts';
import { WrongReplica } from '../database/replica.ts';
import { ArchiveProblem } from '../slices/archive/archive-folder.ts';
import { OtherIdentityKeys } from '../slices/identity/hash-keys.ts';
import { WrongClock } from './database.ts';
import { NoDatabase } from './existing-database.ts';
import { NotMigrated } from './migrate-apart.ts';
import { NotServing } from './start-processes.ts';
import { WrongUse } from './wrong-use.ts';

const forPeople = [
  ArchiveProblem,
  BackupProblem,
  ClusterInUse,
  ConfigError,
  ForeignSchema,
  NoDatabase,
  NotMigrated,
  NotServing,
  OtherIdentityKeys,
  OtherMode,
  TooFewConnections,
  WrongClock,
  WrongLogin,
  WrongPooling,
  WrongReplica,
  WrongUse,
];

/** What a program prints when an error ends it: the words alone, where they say what to do; else the error with its stack. */
export const problemOf = (error: unknown): unknown =>
  error instanceof Error && forPeople.some((kind) => error instanceof kind) ? error.message : error;

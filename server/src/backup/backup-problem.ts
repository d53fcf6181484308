/** What a person has to read and can act on: what is wrong with the backups, and what to do next. */
export class BackupProblem extends Error {
  override name = 'BackupProblem';
}

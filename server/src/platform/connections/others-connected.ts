/** Whether anybody else is connected to this database: a condition in SQL. PostgreSQL's own processes have no name of a user. */
export const OTHERS_ARE_CONNECTED = `exists (
  select from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid() and usename is not null)`;

/** pgbench's TPC-B on the server that the programs are measured on, where pgbench is installed. */
import { spawnSync } from 'node:child_process';

export function runPgbench(
  adminUrl: (database: string) => string,
  concurrencies: number[],
  seconds: number,
): void {
  const address = new URL(adminUrl('postgres'));
  const env = { ...process.env, PGPASSWORD: decodeURIComponent(address.password) };
  const common = ['-h', address.hostname, '-p', address.port, '-U', decodeURIComponent(address.username)];
  if (spawnSync('pgbench', ['--version']).status !== 0) {
    console.log('pgbench is not installed: TPC-B is left out');
    return;
  }
  const prepared = spawnSync('pgbench', [...common, '-i', '-q', '-s', '50', 'postgres'], { env });
  if (prepared.status !== 0) throw new Error(`pgbench -i failed: ${String(prepared.stderr)}`);
  for (const concurrency of concurrencies) {
    const options = ['-n', '-M', 'prepared', '-j', '2', '-c', String(concurrency), '-T', String(seconds)];
    const run = spawnSync('pgbench', [...common, ...options, 'postgres'], { env, encoding: 'utf8' });
    const tps = /tps = ([\d.]+) \(without/.exec(run.stdout)?.[1];
    console.log(
      `pgbench   TPC-B, scale 50, prepared ${`c=${concurrency}`.padStart(6)} ${Number(tps).toFixed(0).padStart(7)} tps`,
    );
  }
}

/** CPU time of processes, from /proc; not known on other systems. */
import { readFileSync, readdirSync } from 'node:fs';

// The kernel counts in ticks of a hundredth of a second on all common builds.
const TICK_MS = 10;

function read(pid: number): { parent: number; ms: number } | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    // In user mode and in the kernel; then the same of children that have ended.
    const ticks = fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0);
    return { parent: Number(fields[1]), ms: ticks * TICK_MS };
  } catch {
    return undefined;
  }
}

/** The process that started this one. */
export const parentOf = (pid: number): number => read(pid)?.parent ?? 0;

/** Milliseconds of CPU that a process and its children have used so far, or undefined where that cannot be read. */
export function cpuMs(pid: number): number | undefined {
  const own = read(pid);
  if (own === undefined) return undefined;
  let total = own.ms;
  for (const name of readdirSync('/proc')) {
    const process = /^\d+$/.test(name) ? read(Number(name)) : undefined;
    if (process?.parent === pid) total += process.ms;
  }
  return total;
}

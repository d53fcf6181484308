/** How much memory the embedded PostgreSQL takes, by the machine: as PostgreSQL's documentation advises for a server that shares its machine. */
import os from 'node:os';

const MB = 1_024 * 1_024;
const clamp = (mb: number, least: number, most: number): string =>
  `${Math.min(most, Math.max(least, Math.floor(mb)))}MB`;

/**
 * Settings for a machine with so many bytes of memory. A quarter is for pages of its own, up to 2 GB: the operating system keeps pages as well.
 * Memory is taken as it is used, so a small shop on a large machine pays nothing for it.
 */
export function memorySettings(bytes = machineBytes()): Record<string, string> {
  const mb = bytes / MB;
  return {
    shared_buffers: clamp(mb / 4, 128, 2_048),
    // What the planner believes to be in memory somewhere; nothing is reserved.
    effective_cache_size: clamp(mb / 2, 256, 32_768),
    // Of each worker that vacuums, and of what builds an index.
    maintenance_work_mem: clamp(mb / 32, 32, 256),
  };
}

/** Of the machine, or what a container lets its processes have. */
function machineBytes(): number {
  // 0, or more than the machine has, where nothing is limited.
  const limit = process.constrainedMemory();
  return limit > 0 ? Math.min(limit, os.totalmem()) : os.totalmem();
}

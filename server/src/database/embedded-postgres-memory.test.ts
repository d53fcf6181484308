import { describe, expect, it } from 'vitest';
import { memorySettings } from './embedded-postgres-memory.ts';

const GB = 1_024 ** 3;

describe('memory of the embedded PostgreSQL', () => {
  it.each([
    ['a machine of 512 MB', 0.5, { shared_buffers: '128MB', effective_cache_size: '256MB' }],
    ['a machine of 1 GB', 1, { shared_buffers: '256MB', effective_cache_size: '512MB' }],
    ['a machine of 4 GB', 4, { shared_buffers: '1024MB', maintenance_work_mem: '128MB' }],
    ['a machine of 64 GB', 64, { shared_buffers: '2048MB', maintenance_work_mem: '256MB' }],
    ['a machine of 512 GB', 512, { shared_buffers: '2048MB', effective_cache_size: '32768MB' }],
  ])('%s', (_machine, gigabytes, expected) => {
    expect(memorySettings(gigabytes * GB)).toMatchObject(expected);
  });
});

/** The figures that docs/api.md tells whoever writes a program are those of a live installation. */
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { readConfig } from './config.ts';
import { liveSettings } from './testing/live-settings.ts';

const document = readFileSync(new URL('../../../docs/api.md', import.meta.url), 'utf8');
const section = /^## Limits$([\s\S]*?)^## /m.exec(document)?.[1]?.replaceAll(/\s+/g, ' ') ?? '';
const { limits, floods, smsLimits } = readConfig(liveSettings);
/** Of registrations without a code. */
const ANYBODYS_PART = 3 / 4;
const n = (figure: number): string => figure.toLocaleString('en-NG');

it.each([
  `${n(limits.meterChecksPerHour)} times in an hour by the sessions of one user`,
  `${n(limits.meterChecksPerHourByToken)} times by its API tokens together`,
  `${n(limits.loginFailuresPerNetwork)} wrong passwords in 15 minutes`,
  `${n(Math.ceil(limits.takenAddressesPerHour * ANYBODYS_PART))} different e-mail addresses and phone numbers in an hour that somebody has | register |`,
  `${n(limits.takenAddressesPerHour)} different e-mail addresses and phone numbers in an hour that somebody has`,
  `${n(limits.registrationsPerHour)} registrations in an hour`,
  `${n(smsLimits.perNetworkAndDay)} text messages with a code in a day`,
  `${n(limits.couponFailuresPerHourAndAddress)} wrong coupon codes in an hour`,
  `counted by account and network: ${n(limits.loginFailuresPer15Minutes)} in 15 minutes`,
  `${n(limits.loginFailuresPerAccount)} in 15 minutes, ${n(2 * limits.loginFailuresPerAccount)} in 6 hours and ${n(3 * limits.loginFailuresPerAccount)} in a day for an account`,
  `user, all tokens together | ${n(floods.apiTokenPerMinute)} |`,
  `user, all sessions together | ${n(floods.sessionPerMinute)} |`,
  `IPv4 address, or /64 | ${n(floods.anonymousPostsPerMinute)} |`,
  `\`device-posts\` | device, wherever it is | ${n(floods.devicePostsPerMinute)} |`,
  `\`devices-of-network\` | network | ${n(10 * floods.anonymousPostsPerMinute)} |`,
  `\`anonymous-reads\` | network | ${n(floods.anonymousReadsPerMinute)} |`,
  `\`hooks\` | network | ${n(floods.hooksPerMinute)} |`,
  `at most ${n(floods.streamsPerUser)} event streams open`,
])('docs/api.md says: %s', (words) => {
  expect(section).toContain(words);
});

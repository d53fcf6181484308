/** What a live installation has that sets nothing: whoever loosens one of these changes it here too, so that it is a decision. */
import { expect, it } from 'vitest';
import { readConfig } from './config.ts';
import { liveSettings } from './testing/live-settings.ts';

const live = readConfig(liveSettings);

it('sessions, and how old a login or step-up may be', () => {
  expect(live.session).toEqual({ idleHours: 12, absoluteDays: 30, staffIdleMinutes: 30, staffHours: 12 });
  expect([live.staffStepUpMinutes, live.sessionsStepUpMinutes]).toEqual([5, 10]);
  expect(live.beneficiaryTakesPassword).toBe(true);
  expect(live.loginCodes).toEqual({ minutes: 10, perHour: 5 });
  expect([live.staffTotp, live.staffSecondFactors]).toEqual([true, ['totp', 'passkey']]);
});

it('the log has what was refused, and the head of the chain', () => {
  expect(live.logLevel).toBe('info');
});

it('how often somebody may guess, and from when on admins are told', () => {
  expect(live.securityEvents.alarmRefusals).toBe(300);
  expect(live.limits).toEqual({
    loginFailuresPer15Minutes: 10,
    loginFailuresPerAccount: 20,
    loginFailuresPerNetwork: 50,
    pinFailuresPerHour: 5,
    totpFailuresPer15Minutes: 5,
    passkeyFailuresPer15Minutes: 10,
    registrationsPerHour: 300,
    takenAddressesPerHour: 40,
    meterChecksPerHour: 20,
    meterChecksPerHourByToken: 600,
    passwordResetsPerHour: 3,
    passwordResetsPerHourAndAddress: 10,
    emailLinksPerHour: 5,
    identityChecksPerHour: 5,
    couponFailuresPerHour: 5,
    couponFailuresPerHourAndAddress: 20,
  });
});

it('floods', () => {
  expect(live.floods).toEqual({
    hashQueue: 64,
    streamsPerUser: 12,
    sessionPerMinute: 600,
    apiTokenPerMinute: 6_000,
    anonymousPostsPerMinute: 300,
    devicePostsPerMinute: 30,
    anonymousReadsPerMinute: 3_000,
    hooksPerMinute: 6_000,
    connections: 10_000,
    connectionsPerAddress: 1_000,
  });
});

it('how much one of the staff does in a day, and what takes two', () => {
  expect(live.staffSecondPerson).toEqual({ aboveNaira: 200_000, hours: 24, newHours: 24 });
  expect(live.staffDailyMaximum).toEqual({
    issueNaira: 1_000_000,
    refundNaira: 500_000,
    decideNaira: 2_000_000,
    appointments: 10,
  });
});

it('no word of a supplier that nobody has seen to find what it did', () => {
  expect(live.purchases.believesUnprovenSearch).toBe(false);
});

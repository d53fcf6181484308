/**
 * Every setting, read from the environment once. In live mode everything that is missing or still has its sandbox value is
 * collected, so that an operator sees the whole list at once. docs/operations.md describes each name.
 */
import { resolve } from 'node:path';
import type { Brand } from '@jara/contract/brand.ts';
import {
  fees,
  limits,
  meterCompanies,
  meterTypes,
  networks,
  type MeterCompany,
  type MeterType,
  type Network,
} from '@jara/contract/constants.ts';
import { readMailSettings, type MailSettings } from './mail-settings.ts';
import { createReader, type Env, type Reader } from './settings-reader.ts';

export interface SupplierConfig {
  baseUrl: string;
  apiKey: string;
  /** How long a purchase waits for the supplier before its outcome is unknown. */
  vendTimeoutMs: number;
  networkIds: { data: Record<Network, number>; airtime: Record<Network, number> };
  discoIds: Record<MeterCompany, string>;
  meterTypeIds: Record<MeterType, string>;
}

interface VtpassConfig {
  baseUrl: string;
  apiKey: string;
  secretKey: string;
  publicKey: string;
  vendTimeoutMs: number;
}

export interface Config {
  mode: 'sandbox' | 'live';
  host: string;
  port: number;
  /** Where people reach the product; links to it start with this. */
  publicUrl: string;
  dataDir: string;
  databaseUrl: string | null;
  databaseConnections: number;
  /** Addresses of the operator's own proxies, comma-separated; only they may say who the client is. */
  trustedProxies: string | null;
  brand: Brand;
  suppliers: { GLAD: SupplierConfig; ALARO: SupplierConfig };
  /** Null when it is switched off. */
  vtpass: VtpassConfig | null;
  supplierFloatAlarmNaira: number;
  electricity: { feeNaira: number; minimumNaira: number; maximumNaira: number };
  squad: { baseUrl: string; secretKey: string; merchantId: string };
  /** Seals secrets that must be read again, such as those that sign webhooks. */
  secretsKey: string;
  webhooks: { allowInside: boolean };
  /** `hashKey` turns identity numbers into what is stored of them: with another key, used numbers look new. */
  identity: { baseUrl: string; appId: string; secretKey: string; hashKey: string };
  reservedAccounts: { baseUrl: string; secretKey: string; apiKey: string; businessId: string };
  coupons: { codeKey: string; dailyMaximumNaira: number };
  earnings: { withdrawalMinimumNaira: number };
  mail: MailSettings;
  session: { idleHours: number; absoluteDays: number };
  /** How long a rotated API token works beside the new one. */
  apiTokenOverlapHours: number;
  /** Admins and agents may do nothing before their two-step login is on. */
  staffTotp: boolean;
  purchases: {
    waitMs: number;
    duplicateWindowSeconds: number;
    firstCheckSeconds: number;
    unknownReferenceQuietSeconds: number;
    giveUpHours: number;
    airtimeChargeBasisPoints: { reseller: number; others: number };
  };
  transfers: { maximumNaira: number };
  withdrawals: { minimumNaira: number; maximumNaira: number; feeNaira: number; holdHoursAfterReset: number };
  /** What a device may send out at first; 0 naira: as much as any other. */
  newDevice: { capNaira: number; capHours: number };
  /** What agents may do besides reading. */
  agent: { mayRefund: boolean };
  limits: {
    loginFailuresPer15Minutes: number;
    pinFailuresPerHour: number;
    totpFailuresPer15Minutes: number;
    registrationsPerHour: number;
    meterChecksPerHour: number;
    passwordResetsPerHour: number;
    passwordResetsPerHourAndAddress: number;
    identityChecksPerHour: number;
    couponFailuresPerHour: number;
    couponFailuresPerHourAndAddress: number;
  };
  /** Lets a watcher from elsewhere read the measurements; null for none. */
  metricsToken: string | null;
  logLevel: string;
}

export class ConfigError extends Error {
  override name = 'ConfigError';
  readonly problems: string[];
  constructor(problems: string[]) {
    super(`The settings are not complete:\n${problems.map((problem) => `  - ${problem}`).join('\n')}`);
    this.problems = problems;
  }
}

const companies = meterCompanies.map(({ name }) => name);
const ourDiscoIds = meterCompanies.map(({ name, id }) => `${name}:${id}`).join(',');

function readSupplier(
  read: Reader,
  name: string,
  sandbox: { url: string; key: string; ids: string; meterTypes: string },
): SupplierConfig {
  const data = read.networkIds(`${name}_NETWORK_IDS`, sandbox.ids);
  const sameAsData = networks.map((network) => `${network}:${data[network]}`).join(',');
  return {
    baseUrl: read.url(`${name}_BASE_URL`, sandbox.url),
    apiKey: read.secret(`${name}_API_KEY`, sandbox.key),
    vendTimeoutMs: read.integer(`${name}_TIMEOUT_MS`, 25_000, 100, 60_000),
    networkIds: { data, airtime: read.networkIds(`${name}_AIRTIME_NETWORK_IDS`, sameAsData, true) },
    discoIds: read.ids(`${name}_DISCO_IDS`, companies, ourDiscoIds),
    meterTypeIds: read.ids(`${name}_METER_TYPE_IDS`, meterTypes, sandbox.meterTypes),
  };
}

/** The only supplier that may stay away in live mode: its keys are needed when it is switched on. */
function readVtpass(read: Reader, sandboxUrl: string): VtpassConfig {
  return {
    baseUrl: read.url('VTPASS_BASE_URL', sandboxUrl),
    apiKey: read.secret('VTPASS_API_KEY', 'sandbox-vtpass-api-key'),
    secretKey: read.secret('VTPASS_SECRET_KEY', 'sandbox-vtpass-secret-key'),
    publicKey: read.secret('VTPASS_PUBLIC_KEY', 'sandbox-vtpass-public-key'),
    vendTimeoutMs: read.integer('VTPASS_TIMEOUT_MS', 25_000, 100, 60_000),
  };
}

function readBrand(read: Reader, mode: Config['mode']): Brand {
  const hue = read.optional('BRAND_HUE');
  return {
    name: read.text('BRAND_NAME', 'Jara'),
    tagline: read.text('BRAND_TAGLINE', 'Airtime, data and light, with a slip for every naira'),
    hue: hue === null ? null : read.integer('BRAND_HUE', 160, 0, 360),
    officeAddress: read.text('BRAND_OFFICE_ADDRESS', '1 Market Road, Yaba, Lagos'),
    supportPhone: read.text('BRAND_SUPPORT_PHONE', '0800 000 0000'),
    supportEmail: read.text('BRAND_SUPPORT_EMAIL', 'help@jara.example'),
    supportChatNumber: read.text('BRAND_SUPPORT_CHAT_NUMBER', '2348000000000'),
    topUpPageUrl: read.text('BRAND_TOP_UP_PAGE_URL', ''),
    mode,
  };
}

function readPurchases(read: Reader): Config['purchases'] {
  return {
    waitMs: read.integer('PURCHASE_WAIT_MS', 8_000, 0, 60_000),
    duplicateWindowSeconds: read.integer('PURCHASE_DUPLICATE_WINDOW_SECONDS', 30, 0, 3_600),
    firstCheckSeconds: read.integer('PURCHASE_FIRST_CHECK_SECONDS', 5, 1, 600),
    unknownReferenceQuietSeconds: read.integer('PURCHASE_UNKNOWN_REFERENCE_QUIET_SECONDS', 600, 1, 86_400),
    giveUpHours: read.integer('PURCHASE_GIVE_UP_HOURS', 24, 1, 168),
    airtimeChargeBasisPoints: {
      reseller: read.integer('AIRTIME_CHARGE_RESELLER_BASIS_POINTS', 9_800, 1, 20_000),
      others: read.integer('AIRTIME_CHARGE_BASIS_POINTS', 9_900, 1, 20_000),
    },
  };
}

/** Providers of money and identity beside the suppliers. */
function readProviders(
  read: Reader,
  sandboxUrl: string,
): Pick<Config, 'squad' | 'identity' | 'reservedAccounts'> {
  return {
    squad: {
      baseUrl: read.url('SQUAD_BASE_URL', `${sandboxUrl}/squad`),
      secretKey: read.secret('SQUAD_SECRET_KEY', 'sandbox_sk_jara'),
      merchantId: read.secret('SQUAD_MERCHANT_ID', 'SBJARA0001'),
    },
    identity: {
      baseUrl: read.url('DOJAH_BASE_URL', `${sandboxUrl}/identity`),
      appId: read.secret('DOJAH_APP_ID', 'sandbox-dojah-app'),
      secretKey: read.secret('DOJAH_SECRET_KEY', 'sandbox-dojah-key'),
      hashKey: read.key('IDENTITY_HASH_KEY', 'sandbox-identity-hash-key-of-play-numbers'),
    },
    reservedAccounts: {
      baseUrl: read.url('PAYMENTPOINT_BASE_URL', `${sandboxUrl}/paymentpoint`),
      secretKey: read.secret('PAYMENTPOINT_SECRET_KEY', 'sandbox-paymentpoint-secret'),
      apiKey: read.secret('PAYMENTPOINT_API_KEY', 'sandbox-paymentpoint-key'),
      businessId: read.secret('PAYMENTPOINT_BUSINESS_ID', 'sandbox-business'),
    },
  };
}

function readLimits(read: Reader): Config['limits'] {
  return {
    loginFailuresPer15Minutes: read.integer('LOGIN_FAILURES_PER_15_MINUTES', 10, 1, 10_000),
    pinFailuresPerHour: read.integer('PIN_FAILURES_PER_HOUR', 5, 1, 1_000),
    totpFailuresPer15Minutes: read.integer('TOTP_FAILURES_PER_15_MINUTES', 5, 1, 1_000),
    registrationsPerHour: read.integer('REGISTRATIONS_PER_HOUR', 300, 1, 1_000_000),
    meterChecksPerHour: read.integer('METER_CHECKS_PER_HOUR', 20, 1, 100_000),
    passwordResetsPerHour: read.integer('PASSWORD_RESETS_PER_HOUR', 3, 1, 10_000),
    passwordResetsPerHourAndAddress: read.integer('PASSWORD_RESETS_PER_HOUR_AND_ADDRESS', 10, 1, 1_000_000),
    identityChecksPerHour: read.integer('IDENTITY_CHECKS_PER_HOUR', 5, 1, 10_000),
    couponFailuresPerHour: read.integer('COUPON_FAILURES_PER_HOUR', 5, 1, 10_000),
    couponFailuresPerHourAndAddress: read.integer('COUPON_FAILURES_PER_HOUR_AND_ADDRESS', 20, 1, 1_000_000),
  };
}

/** How people and programs log in. */
function readLogin(
  read: Reader,
  live: boolean,
): Pick<Config, 'session' | 'apiTokenOverlapHours' | 'staffTotp' | 'newDevice'> {
  const staffTotp = read.flag('STAFF_TOTP', live);
  if (live && !staffTotp) read.problems.push('STAFF_TOTP may be off in the sandbox only');
  return {
    session: {
      idleHours: read.integer('SESSION_IDLE_HOURS', 12, 1, 720),
      absoluteDays: read.integer('SESSION_ABSOLUTE_DAYS', 30, 1, 365),
    },
    apiTokenOverlapHours: read.integer('API_TOKEN_OVERLAP_HOURS', 24, 0, 720),
    staffTotp,
    newDevice: {
      capNaira: read.integer('NEW_DEVICE_CAP_NAIRA', 0, 0, 1_000_000_000),
      capHours: read.integer('NEW_DEVICE_CAP_HOURS', 24, 1, 720),
    },
  };
}

function readWithdrawals(read: Reader): Config['withdrawals'] {
  const feeNaira = read.integer('WITHDRAWAL_FEE_NAIRA', 50, 0, 10_000);
  const withdrawals = {
    feeNaira,
    minimumNaira: read.integer('WITHDRAWAL_MINIMUM_NAIRA', 100, 1, 1_000_000_000),
    maximumNaira: read.integer('WITHDRAWAL_MAXIMUM_NAIRA', 1_000_000, 1, 1_000_000_000),
    holdHoursAfterReset: read.integer('WITHDRAWAL_HOLD_HOURS_AFTER_RESET', 24, 0, 720),
  };
  if (withdrawals.minimumNaira <= feeNaira)
    read.problems.push('WITHDRAWAL_MINIMUM_NAIRA must be more than WITHDRAWAL_FEE_NAIRA');
  return withdrawals;
}

/** Throws a ConfigError with every problem when the settings do not hold together. */
export function readConfig(env: Env): Config {
  const mode = env['MODE'] ?? 'sandbox';
  const live = mode === 'live';
  const read = createReader(env, live);
  if (mode !== 'sandbox' && mode !== 'live') read.problems.push(`MODE must be sandbox or live, not ${mode}`);
  const port = read.integer('PORT', 3_000, 0, 65_535);
  const sandboxPort = read.integer('SANDBOX_PORT', port + 1, 1, 65_535);
  const sandboxUrl = `http://127.0.0.1:${sandboxPort}`;
  const config: Config = {
    mode: live ? 'live' : 'sandbox',
    host: read.text('HOST', '127.0.0.1'),
    port,
    publicUrl: live ? read.url('PUBLIC_URL', '') : read.text('PUBLIC_URL', `http://127.0.0.1:${port}`),
    dataDir: resolve(read.text('DATA_DIR', '.jara')),
    databaseUrl: read.optional('DATABASE_URL'),
    databaseConnections: read.integer('DATABASE_CONNECTIONS', 16, 3, 200),
    trustedProxies: read.optional('TRUSTED_PROXIES'),
    brand: readBrand(read, live ? 'live' : 'sandbox'),
    suppliers: {
      GLAD: readSupplier(read, 'GLAD', {
        url: `${sandboxUrl}/glad`,
        key: 'sandbox-glad-key',
        ids: 'MTN:1,GLO:2,AIRTEL:3,9MOBILE:6',
        meterTypes: 'prepaid:Prepaid,postpaid:Postpaid',
      }),
      ALARO: readSupplier(read, 'ALARO', {
        url: `${sandboxUrl}/alaro`,
        key: 'sandbox-alaro-key',
        ids: 'MTN:1,GLO:2,9MOBILE:3,AIRTEL:4',
        meterTypes: 'prepaid:1,postpaid:2',
      }),
    },
    vtpass: read.flag('VTPASS_ENABLED', !live) ? readVtpass(read, `${sandboxUrl}/vtpass`) : null,
    supplierFloatAlarmNaira: read.integer('SUPPLIER_FLOAT_ALARM_NAIRA', 100_000, 0, 1_000_000_000),
    electricity: {
      feeNaira: read.integer('ELECTRICITY_FEE_NAIRA', fees.electricityNaira, 0, 10_000),
      minimumNaira: read.integer('ELECTRICITY_MINIMUM_NAIRA', limits.electricityMinimumNaira, 1, 1_000_000),
      maximumNaira: read.integer('ELECTRICITY_MAXIMUM_NAIRA', limits.electricityMaximumNaira, 1, 10_000_000),
    },
    ...readProviders(read, sandboxUrl),
    coupons: {
      codeKey: read.key('COUPON_CODE_KEY', 'sandbox-coupon-code-key-of-play-money'),
      dailyMaximumNaira: read.integer('COUPON_DAILY_MAXIMUM_NAIRA', 5_000_000, 1, 1_000_000_000),
    },
    earnings: {
      withdrawalMinimumNaira: read.integer('EARNINGS_WITHDRAWAL_MINIMUM_NAIRA', 100, 1, 1_000_000),
    },
    secretsKey: read.key('SECRETS_KEY', 'sandbox-key-for-secrets-that-are-read-again'),
    webhooks: { allowInside: read.flag('WEBHOOK_ALLOW_INSIDE', !live) },
    mail: readMailSettings(read, { live, sandboxPort }),
    ...readLogin(read, live),
    purchases: readPurchases(read),
    transfers: { maximumNaira: read.integer('TRANSFER_MAXIMUM_NAIRA', 1_000_000, 1, 1_000_000_000) },
    withdrawals: readWithdrawals(read),
    agent: { mayRefund: read.flag('AGENT_MAY_REFUND', true) },
    limits: readLimits(read),
    metricsToken: read.optional('METRICS_TOKEN'),
    logLevel: read.text('LOG_LEVEL', 'warn'),
  };
  if (live && config.webhooks.allowInside) read.problems.push('WEBHOOK_ALLOW_INSIDE is for the sandbox only');
  if (config.metricsToken !== null && config.metricsToken.length < 32)
    read.problems.push('METRICS_TOKEN must have at least 32 characters');
  if (read.problems.length > 0) throw new ConfigError(read.problems);
  return config;
}

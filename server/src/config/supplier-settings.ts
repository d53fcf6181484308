/** The suppliers that sell to us. */
import { meterCompanies, meterTypes } from '@jara/contract/constants.ts';
import {
  flag,
  ids,
  networkIds,
  optionalNetworkIds,
  secret,
  url,
  whole,
  type Reader,
  type ValuesOf,
} from './setting.ts';

const companies = meterCompanies.map(({ name }) => name);
const ourDiscoIds = meterCompanies.map(({ name, id }) => `${name}:${id}`).join(',');
const TIMEOUT = { default: 25_000, range: [100, 60_000] } as const;

const glad = {
  baseUrl: url('GLAD_BASE_URL', {
    sandbox: 'http://127.0.0.1:<SANDBOX_PORT>/glad',
    means: 'without a slash at the end',
  }),
  apiKey: secret('GLAD_API_KEY', {
    sandbox: 'sandbox-glad-key',
    means: 'sent as `Authorization: Token ...`',
  }),
  vendTimeoutMs: whole('GLAD_TIMEOUT_MS', {
    ...TIMEOUT,
    means: 'how long sending a purchase may take; then its outcome is `unknown`',
  }),
  dataNetworkIds: networkIds('GLAD_NETWORK_IDS', {
    sandbox: 'MTN:1,GLO:2,AIRTEL:3,9MOBILE:6',
    means: 'what this supplier calls the networks',
  }),
  airtimeNetworkIds: optionalNetworkIds('GLAD_AIRTIME_NETWORK_IDS', {
    shown: 'as `GLAD_NETWORK_IDS`',
    means: 'where its ids for airtime differ',
  }),
  discoIds: ids('GLAD_DISCO_IDS', companies, {
    default: ourDiscoIds,
    shown: 'our meter ids: `Ikeja:18,Ibadan:19,...`',
    means: 'what this supplier calls the electricity companies, all eleven',
  }),
  meterTypeIds: ids('GLAD_METER_TYPE_IDS', meterTypes, {
    default: 'prepaid:Prepaid,postpaid:Postpaid',
    means: 'what it calls the types of meter',
  }),
};

const AS_GLAD = 'as for GLAD';

const alaro = {
  baseUrl: url('ALARO_BASE_URL', { sandbox: 'http://127.0.0.1:<SANDBOX_PORT>/alaro', means: AS_GLAD }),
  apiKey: secret('ALARO_API_KEY', { sandbox: 'sandbox-alaro-key', means: AS_GLAD }),
  vendTimeoutMs: whole('ALARO_TIMEOUT_MS', { ...TIMEOUT, means: AS_GLAD }),
  dataNetworkIds: networkIds('ALARO_NETWORK_IDS', {
    sandbox: 'MTN:1,GLO:2,9MOBILE:3,AIRTEL:4',
    means: AS_GLAD,
  }),
  airtimeNetworkIds: optionalNetworkIds('ALARO_AIRTIME_NETWORK_IDS', {
    shown: 'as `ALARO_NETWORK_IDS`',
    means: AS_GLAD,
  }),
  discoIds: ids('ALARO_DISCO_IDS', companies, {
    default: ourDiscoIds,
    shown: 'as `GLAD_DISCO_IDS`',
    means: AS_GLAD,
  }),
  meterTypeIds: ids('ALARO_METER_TYPE_IDS', meterTypes, {
    default: 'prepaid:1,postpaid:2',
    means: AS_GLAD,
  }),
};

/** The only supplier that may stay away in live mode: its keys are needed when it is switched on. */
const isVtpassEnabled = flag('VTPASS_ENABLED', {
  default: 'in the sandbox',
  means: 'whether this supplier is there; live mode needs the four settings below when it is',
});

const vtpass = {
  baseUrl: url('VTPASS_BASE_URL', {
    sandbox: 'http://127.0.0.1:<SANDBOX_PORT>/vtpass',
    isAlwaysRead: false,
    means: 'ends with `/api` at the real one',
  }),
  apiKey: secret('VTPASS_API_KEY', {
    sandbox: 'sandbox-vtpass-api-key',
    isAlwaysRead: false,
    means: 'with every call',
  }),
  secretKey: secret('VTPASS_SECRET_KEY', {
    sandbox: 'sandbox-vtpass-secret-key',
    isAlwaysRead: false,
    means: 'with what sells and asks',
  }),
  publicKey: secret('VTPASS_PUBLIC_KEY', {
    sandbox: 'sandbox-vtpass-public-key',
    isAlwaysRead: false,
    means: 'with what only looks',
  }),
  vendTimeoutMs: whole('VTPASS_TIMEOUT_MS', { ...TIMEOUT, means: AS_GLAD }),
};

const supplierFloatAlarmNaira = whole('SUPPLIER_FLOAT_ALARM_NAIRA', {
  default: 100_000,
  range: [0, 1_000_000_000],
  means: 'our money at a supplier under this amount is an error in the log and a mail to each admin, hourly',
});

const supplierFloatToleranceNaira = whole('SUPPLIER_FLOAT_TOLERANCE_NAIRA', {
  default: 1_000,
  range: [0, 1_000_000_000],
  means:
    'what a supplier says of our money may differ from the books by this amount, beyond what is in flight, before staff are alerted',
});

export const supplierSettings = {
  glad,
  alaro,
  isVtpassEnabled,
  vtpass,
  supplierFloatAlarmNaira,
  supplierFloatToleranceNaira,
};

type Bought = ValuesOf<typeof glad>;

/** Airtime goes by the ids of data where no others are stated. */
const supplierOf = ({ dataNetworkIds, airtimeNetworkIds, ...supplier }: Bought) => ({
  ...supplier,
  networkIds: { data: dataNetworkIds, airtime: airtimeNetworkIds ?? dataNetworkIds },
});

export const readSupplierSettings = (read: Reader) => ({
  suppliers: { GLAD: supplierOf(read(glad)), ALARO: supplierOf(read(alaro)) },
  /** Null when it is switched off. */
  vtpass: read(isVtpassEnabled) ? read(vtpass) : null,
  supplierFloatAlarmNaira: read(supplierFloatAlarmNaira),
  supplierFloatToleranceNaira: read(supplierFloatToleranceNaira),
});

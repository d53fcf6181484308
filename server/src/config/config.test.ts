import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { ConfigError, envOfServer, readConfig } from './config.ts';
import { liveSettings as live } from './testing/live-settings.ts';
import { problemsOf } from './testing/problems-of.ts';

describe('without any setting', () => {
  it('there is a sandbox on this machine', () => {
    const config = readConfig({});
    expect(config).toMatchObject({
      mode: 'sandbox',
      host: '127.0.0.1',
      port: 3_000,
      publicUrl: 'http://127.0.0.1:3000',
      databaseProgramUrl: null,
      brand: { name: 'Jara', mode: 'sandbox' },
      session: { idleHours: 12, absoluteDays: 30 },
      staffTotp: false,
      apiTokenOverlapHours: 24,
      newDevice: { capNaira: 0, capHours: 24 },
      unproved: { capNaira: 0 },
      newReceiver: { capNaira: 0, hours: 24 },
      airtime: {
        minimumNaira: 100,
        maximumNaira: 50_000,
        priceBasisPoints: { reseller: 9_800, others: 9_900 },
      },
      electricity: { feeNaira: 50, minimumNaira: 500, maximumNaira: 500_000 },
      funding: { feeBasisPoints: 100, minimumNaira: 100, maximumNaira: 5_000_000 },
      testTopUp: { maximumNaira: 100_000 },
      transfers: { minimumNaira: 1, maximumNaira: 1_000_000 },
      withdrawals: { feeNaira: 50, minimumNaira: 100, maximumNaira: 1_000_000 },
      upgrade: { feeNaira: 1_000, referralRewardNaira: 500 },
      coupons: { maximumNaira: 1_000_000, dailyMaximumNaira: 5_000_000 },
      purchases: {
        waitMs: 8_000,
        duplicateWindowSeconds: 30,
        firstCheckSeconds: 5,
        unknownReferenceQuietSeconds: 600,
        giveUpHours: 24,
      },
      suppliers: {
        GLAD: { baseUrl: 'http://127.0.0.1:3001/glad' },
        ALARO: { baseUrl: 'http://127.0.0.1:3001/alaro' },
      },
      squad: { baseUrl: 'http://127.0.0.1:3001/squad' },
    });
  });

  it('blank ones count as none', () => {
    expect(
      readConfig({ PORT: ' ', BRAND_NAME: '', DATABASE_URL: '  ', DATABASE_PROGRAM_URL: ' ' }),
    ).toMatchObject({
      port: 3_000,
      brand: { name: 'Jara' },
      databaseProgramUrl: null,
    });
  });

  it('the sandbox is at the next port, unless another one is given', () => {
    expect(readConfig({ PORT: '4000' }).squad.baseUrl).toBe('http://127.0.0.1:4001/squad');
    expect(readConfig({ PORT: '4000', SANDBOX_PORT: '5000' }).squad.baseUrl).toBe(
      'http://127.0.0.1:5000/squad',
    );
  });

  it('has an external top-up page, which a live installation has to name', () => {
    expect(readConfig({ SANDBOX_PORT: '5000' }).brand.topUpPageUrl).toBe(
      'http://127.0.0.1:5000/paymentpoint/transfer',
    );
    expect(readConfig(live).brand.topUpPageUrl).toBe('');
  });
});

it("a server is not given the owner's login, and what it is given instead is all that it knows of the database", () => {
  const owner = 'postgresql://jara:secret@database.example/jara?sslmode=verify-full';
  for (const given of [{ DATABASE_URL: owner }, { DATABASE_URL_FILE: '/run/secrets/owner' }])
    expect(problemsOf({ ...live, ...given })).toEqual([
      expect.stringMatching(
        /^DATABASE_URL is the login of the owner, which a server is not given\. npm start /,
      ),
    ]);
  const env = { ...live, DATABASE_URL: owner, DATABASE_PROGRAM_URL_FILE: '/run/secrets/program' };
  const config = readConfig(envOfServer(env, live.DATABASE_PROGRAM_URL));
  expect(config.databaseProgramUrl).toBe(live.DATABASE_PROGRAM_URL);
  expect(JSON.stringify(config)).not.toContain(owner);
});

it('a replica is one of a database of your own', () => {
  const replica = {
    DATABASE_REPLICA_URL: 'postgresql://jara:secret@replica.example/jara?sslmode=verify-full',
  };
  expect(problemsOf({ ...live, ...replica })).toEqual([]);
  expect(problemsOf(replica)).toEqual([
    'DATABASE_REPLICA_URL is for a database of your own: the embedded PostgreSQL has no replica',
  ]);
});

describe('live', () => {
  it('starts with everything that it needs', () => {
    expect(readConfig(live)).toMatchObject({
      mode: 'live',
      newDevice: { capNaira: 10_000, capHours: 24 },
      unproved: { capNaira: 10_000 },
      newReceiver: { capNaira: 10_000, hours: 24 },
      publicUrl: 'https://shop.example',
      brand: { mode: 'live' },
      suppliers: {
        GLAD: {
          baseUrl: 'https://glad.example',
          apiKey: 'a real key',
          networkIds: { data: { '9MOBILE': 6 }, airtime: { '9MOBILE': 6 } },
        },
        ALARO: { apiKey: 'another real key', networkIds: { data: { AIRTEL: 4 } } },
      },
      squad: { secretKey: 'sk_real' },
    });
  });

  it('asks staff for two-step login, and cannot do without', () => {
    expect(readConfig(live).staffTotp).toBe(true);
    expect(problemsOf({ ...live, STAFF_TOTP: 'off' })).toEqual(['STAFF_TOTP may be off in the sandbox only']);
  });

  const lacks = (name: string): string =>
    name === 'DATABASE_PROGRAM_URL'
      ? 'DATABASE_URL is missing, or, for a server that does not migrate, DATABASE_PROGRAM_URL'
      : `${name} is missing`;

  it('lists everything that is missing at once', () => {
    const needed = Object.keys(live).filter((name) => name !== 'MODE');
    expect(problemsOf({ MODE: 'live' })).toEqual(expect.arrayContaining(needed.map(lacks)));
    expect(problemsOf({ MODE: 'live' }).filter((problem) => problem.includes('is missing'))).toHaveLength(
      needed.length,
    );
    const { message } = new ConfigError(problemsOf({ MODE: 'live' }));
    for (const name of needed) expect(message).toContain(name);
  });

  it.each(Object.keys(live).filter((name) => name !== 'MODE'))('refuses to start without %s', (name) => {
    expect(problemsOf({ ...live, [name]: undefined })).toEqual([lacks(name)]);
    expect(problemsOf({ ...live, [name]: ' ' })).toEqual([lacks(name)]);
  });

  it.each([
    ['GLAD_API_KEY', 'sandbox-glad-key'],
    ['ALARO_API_KEY', 'sandbox-alaro-key'],
    ['SQUAD_SECRET_KEY', 'sandbox_sk_jara'],
  ])('refuses the sandbox value of %s', (name, value) => {
    expect(problemsOf({ ...live, [name]: value })).toEqual([`${name} has its sandbox value`]);
    expect(problemsOf({ [name]: value })).toEqual([]);
  });
});

describe('VTpass', () => {
  const vtpass = {
    VTPASS_ENABLED: 'on',
    VTPASS_BASE_URL: 'https://vtpass.example/api/',
    VTPASS_API_KEY: 'one',
    VTPASS_SECRET_KEY: 'two',
    VTPASS_PUBLIC_KEY: 'three',
  };

  it('is there in the sandbox, and in live mode only when it is switched on', () => {
    expect(readConfig({}).vtpass).toMatchObject({ baseUrl: 'http://127.0.0.1:3001/vtpass' });
    expect(readConfig({ VTPASS_ENABLED: 'off' }).vtpass).toBeNull();
    expect(readConfig(live).vtpass).toBeNull();
    expect(readConfig({ ...live, ...vtpass }).vtpass).toEqual({
      baseUrl: 'https://vtpass.example/api',
      apiKey: 'one',
      secretKey: 'two',
      publicKey: 'three',
      vendTimeoutMs: 25_000,
    });
  });

  it('then needs its own settings', () => {
    const [, ...names] = Object.keys(vtpass);
    expect(problemsOf({ ...live, VTPASS_ENABLED: 'on' })).toEqual(names.map((name) => `${name} is missing`));
  });
});

describe('electricity', () => {
  it('has our own meter ids at a supplier unless others are stated, all of them', () => {
    expect(readConfig({}).suppliers.GLAD).toMatchObject({
      discoIds: { Ikeja: '18', 'Port Harcourt': '21', Benin: '29' },
      meterTypeIds: { prepaid: 'Prepaid', postpaid: 'Postpaid' },
    });
    expect(
      readConfig({ ALARO_METER_TYPE_IDS: 'prepaid:1, postpaid:two' }).suppliers.ALARO.meterTypeIds,
    ).toEqual({
      prepaid: '1',
      postpaid: 'two',
    });
    expect(problemsOf({ GLAD_DISCO_IDS: 'Ikeja:1' })).toHaveLength(10);
  });
});

describe('a setting', () => {
  it.each([
    ['MODE', 'production', 'MODE must be sandbox or live, not production'],
    ['MODE', 'LIVE', 'MODE must be sandbox or live, not LIVE'],
    ['PORT', '70000', 'PORT must be a whole number from 0 to 65535, not 70000'],
    ['PORT', '-1', 'PORT must be a whole number from 0 to 65535, not -1'],
    ['PORT', '3000.5', 'PORT must be a whole number from 0 to 65535, not 3000.5'],
    ['PORT', '3e3', 'PORT must be a whole number from 0 to 65535, not 3e3'],
    ['PORT', '0x10', 'PORT must be a whole number from 0 to 65535, not 0x10'],
    [
      'PURCHASE_FIRST_CHECK_SECONDS',
      '0',
      'PURCHASE_FIRST_CHECK_SECONDS must be a whole number from 1 to 600, not 0',
    ],
    ['GLAD_BASE_URL', 'glad', 'GLAD_BASE_URL is not an address: glad'],
    ['GLAD_NETWORK_IDS', 'MTN:1,GLO:2,AIRTEL:3', 'GLAD_NETWORK_IDS has no id for 9MOBILE'],
    [
      'ALARO_AIRTIME_NETWORK_IDS',
      'MTN:1,GLO:x,AIRTEL:3,9MOBILE:4',
      'ALARO_AIRTIME_NETWORK_IDS has no id for GLO',
    ],
    ['BRAND_HUE', '361', 'BRAND_HUE must be a whole number from 0 to 360, not 361'],
  ])('%s is not %s', (name, value, problem) => {
    expect(problemsOf({ [name]: value })).toEqual([problem]);
  });

  it('that is wrong does not hide the next one', () => {
    expect(problemsOf({ PORT: 'x', BRAND_HUE: 'y', SQUAD_BASE_URL: 'z' })).toHaveLength(3);
  });

  it('may differ for airtime where a supplier numbers the networks differently there', () => {
    const { networkIds } = readConfig({ GLAD_AIRTIME_NETWORK_IDS: ' MTN:1, GLO:2, AIRTEL:3, 9MOBILE:4' })
      .suppliers.GLAD;
    expect(networkIds).toMatchObject({ data: { '9MOBILE': 6 }, airtime: { '9MOBILE': 4 } });
  });
});

describe('fees and limits', () => {
  it.each([
    [{ WITHDRAWAL_FEE_NAIRA: '100' }, 'WITHDRAWAL_MINIMUM_NAIRA must be more than WITHDRAWAL_FEE_NAIRA'],
    [{ AIRTIME_MINIMUM_NAIRA: '60000' }, 'AIRTIME_MINIMUM_NAIRA must not be more than AIRTIME_MAXIMUM_NAIRA'],
    [
      { ELECTRICITY_MAXIMUM_NAIRA: '400' },
      'ELECTRICITY_MINIMUM_NAIRA must not be more than ELECTRICITY_MAXIMUM_NAIRA',
    ],
    [{ FUNDING_MAXIMUM_NAIRA: '99' }, 'FUNDING_MINIMUM_NAIRA must not be more than FUNDING_MAXIMUM_NAIRA'],
    [
      { TRANSFER_MINIMUM_NAIRA: '1000001' },
      'TRANSFER_MINIMUM_NAIRA must not be more than TRANSFER_MAXIMUM_NAIRA',
    ],
    [
      { WITHDRAWAL_MAXIMUM_NAIRA: '99' },
      'WITHDRAWAL_MINIMUM_NAIRA must not be more than WITHDRAWAL_MAXIMUM_NAIRA',
    ],
    [{ REFERRAL_REWARD_NAIRA: '1001' }, 'REFERRAL_REWARD_NAIRA must not be more than UPGRADE_FEE_NAIRA'],
  ])('hold together, else the program does not start: %j', (env, problem) => {
    expect(problemsOf(env)).toEqual([problem]);
  });
});

describe('the archive of old answers', () => {
  const folderOf = (env: Record<string, string>) => readConfig(env).retention.archiveFolder;

  it('lies beside the embedded PostgreSQL, and beside a database of your own only where you say', () => {
    expect(folderOf({ DATA_DIR: '/srv/data' })).toBe('/srv/data/archive');
    expect(folderOf({ DATA_DIR: '/srv/data', ARCHIVE_DIR: 'OFF' })).toBeNull();
    expect(folderOf(live)).toBeNull();
    expect(folderOf({ ...live, ARCHIVE_DIR: '/srv/archive' })).toBe('/srv/archive');
  });
});

describe('backups', () => {
  it('are off without a folder, and need a key', () => {
    expect(readConfig({}).backups).toMatchObject({
      folder: null,
      keyFile: null,
      keepDays: 14,
      walSeconds: 60,
    });
    expect(problemsOf({ BACKUP_DIR: '/backups' })).toEqual([
      expect.stringContaining('BACKUP_KEY_FILE is missing'),
    ]);
    expect(problemsOf({ BACKUP_DIR: '/backups', BACKUP_KEY_FILE: '/key' })).toEqual([]);
  });

  it('are those of the embedded PostgreSQL', () => {
    const own = {
      BACKUP_DIR: '/backups',
      BACKUP_KEY_FILE: '/key',
      DATABASE_PROGRAM_URL: 'postgresql://a@b/c',
    };
    expect(problemsOf(own)).toEqual([expect.stringContaining('has tools of its own')]);
  });
});

describe('a setting that is given as a file', () => {
  const folder = mkdtempSync(join(tmpdir(), 'settings-'));
  afterAll(() => rmSync(folder, { recursive: true }));
  const fileWith = (text: string): string => {
    const file = join(folder, 'secret');
    writeFileSync(file, text);
    return file;
  };

  it('is read from there, without the line end', () => {
    const key = 'a key of the installation, 32 bytes';
    expect(readConfig({ SECRETS_KEY_FILE: fileWith(`${key}\n`) }).secretsKey).toBe(key);
  });

  it('is refused where the file is not there, and where the setting is given too', () => {
    expect(problemsOf({ SECRETS_KEY_FILE: join(folder, 'nothing') })).toEqual([
      expect.stringMatching(/^SECRETS_KEY_FILE cannot be read: ENOENT/),
    ]);
    expect(problemsOf({ PORT: '3000', PORT_FILE: fileWith('3001') })).toContain(
      'PORT and PORT_FILE are both given: leave one out',
    );
  });
});

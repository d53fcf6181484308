/** Where the program listens, where it keeps what it keeps, and who may look at it. */
import { refuseUnsafeDatabase } from './addresses.ts';
import { processes, role } from './process-settings.ts';
import { earlierKeys, flag, key, oneOf, optional, text, url, whole, type Setting } from './setting.ts';

const PORTS = [1, 65_535] as const;

/** Read before all others, which may depend on them. */
export const startSettings = {
  mode: oneOf('MODE', ['sandbox', 'live'], {
    shown: '`sandbox`',
    means:
      'play money, or real money; must be the mode in which the database was made, see [Live mode](#live-mode)',
  }),
  port: whole('PORT', { default: 3_000, range: [0, 65_535], means: 'the port to listen on' }),
  sandboxPort: whole('SANDBOX_PORT', {
    default: null,
    shown: '`PORT` + 1',
    range: PORTS,
    means: 'where the sandbox listens; its control page is there',
  }),
  host: text('HOST', {
    default: '127.0.0.1',
    means: 'the address to listen on. A sandbox listens on this machine alone, unless `PUBLIC_SANDBOX` is on',
  }),
};

const toDatabase = (
  setting: Setting<string | null>,
  hosts: 'one' | 'several' = 'several',
): Setting<string | null> => ({
  ...setting,
  read(given, start) {
    if (given !== undefined) refuseUnsafeDatabase(setting.name, given, hosts, start);
    return setting.read(given, start);
  },
});

const secretsKeyPrevious = earlierKeys('SECRETS_KEY', {
  means:
    'earlier values of `SECRETS_KEY`, separated by `;`: what they sealed, keyed and signed is still read. See [changing a key](#changing-a-key)',
});

const trustedProxies = optional('TRUSTED_PROXIES', {
  live: 'needed',
  means:
    'addresses or networks of your own proxies, comma-separated; only they may say who the client is. `none` where clients connect to the program itself',
});

export const installationSettings = {
  publicUrl: url('PUBLIC_URL', {
    sandbox: 'http://127.0.0.1:<PORT>',
    mayBeAsInSandbox: true,
    means:
      'where people reach the product; return links begin with it, passkeys belong to its host name for good, and `https:` turns HSTS on. A sandbox is on this machine, unless `PUBLIC_SANDBOX` is on',
  }),
  isPublicSandbox: flag('PUBLIC_SANDBOX', {
    default: false,
    live: { must: false, words: 'is for the sandbox only' },
    means:
      'says that others are meant to reach this sandbox, at its `HOST` or `PUBLIC_URL`: everybody can log in there as its admin',
  }),
  dataDir: text('DATA_DIR', { default: '.jara', means: 'everything that is kept, see below' }),
  databaseUrl: toDatabase(
    optional('DATABASE_URL', {
      shown: 'the embedded PostgreSQL',
      live: 'needed',
      means:
        '`postgresql://user:password@host:port/database`, also with [several hosts](#several-hosts); the user owns the schema. For `npm start`, `npm run migrate` and the other commands; a server is not given it. In live mode with TLS (`?sslmode=verify-full`) unless it is on this machine',
    }),
  ),
  databaseProgramUrl: toDatabase(
    optional('DATABASE_PROGRAM_URL', {
      shown: 'a login that `npm run migrate` makes',
      means:
        'the same database by the login of the running program, which owns nothing: all that a server knows of it. `npm start` gives it to the server; set it for a server that does not migrate, for a pooler, or where the user of `DATABASE_URL` may not make roles, see [Your own PostgreSQL](#your-own-postgresql)',
    }),
  ),
  databaseDirectUrl: toDatabase(
    optional('DATABASE_DIRECT_URL', {
      shown: 'the same address',
      means:
        'PostgreSQL itself, where `DATABASE_URL` or `DATABASE_PROGRAM_URL` leads through PgBouncer in transaction mode: what belongs to a session goes there. Without a user in it, by the login of that other address, see [PgBouncer](#pgbouncer)',
    }),
  ),
  databaseReplicaUrl: toDatabase(
    optional('DATABASE_REPLICA_URL', {
      means:
        'a streaming replica of that database, in the same way: the nightly audit of the books and the lists, files and statistics of staff are read there, see [A replica](#a-replica)',
    }),
    'one',
  ),
  processes,
  role,
  databaseConnections: whole('DATABASE_CONNECTIONS', {
    default: 16,
    range: [3, 200],
    means: 'connections of the pool of each process; three more listen',
  }),
  backups: {
    folder: optional('BACKUP_DIR', {
      means:
        'where the backups of the embedded PostgreSQL go, best on another disk; from then on its log is archived there, see [Backups](#backups)',
    }),
    keyFile: optional('BACKUP_KEY_FILE', {
      means: 'the key that they are encrypted with; `npm run backup -- --make-key <file>` makes one',
    }),
    keepDays: whole('BACKUP_KEEP_DAYS', {
      default: 14,
      range: [1, 3_650],
      means: 'how far back a moment can be restored at least; what only older moments need is removed',
    }),
    walSeconds: whole('BACKUP_WAL_SECONDS', {
      default: 60,
      range: [1, 3_600],
      means:
        'the most that is lost with the machine: after this time the log is archived though its segment is not full',
    }),
    alarmHours: whole('BACKUP_ALARM_HOURS', {
      default: 26,
      range: [1, 10_000],
      means: 'when the last backup is older, it is an error in the log, hourly',
    }),
  },
  trustedProxies: {
    ...trustedProxies,
    read(given, start) {
      const proxies = trustedProxies.read(given, start);
      return proxies === 'none' ? null : proxies;
    },
  } satisfies Setting<string | null>,
  metricsToken: optional('METRICS_TOKEN', {
    least: 32,
    means:
      'lets a watcher read `GET /metrics`; at least 32 characters, and in live mode none that can be guessed. Without one it is read only on the machine of an installation that others do not reach',
  }),
  serviceWorker: flag('SERVICE_WORKER', {
    default: true,
    means:
      'whether browsers keep the program on the device; `off` removes it from all of them, see ' +
      '[when a page stays broken on phones](#when-a-page-stays-broken-on-phones)',
  }),
  logLevel: text('LOG_LEVEL', {
    default: 'info',
    sandbox: 'warn',
    shown: '`info` in live mode, else `warn`',
    means:
      'the least that is logged, as JSON on standard output: `debug`, `info`, `warn`, `error`; ' +
      'above `info` neither what was refused is logged nor the head of the chain',
  }),
  secretsKey: key('SECRETS_KEY', {
    sandbox: 'sandbox-key-for-secrets-that-are-read-again',
    means:
      'seals secrets that must be read again, such as those that sign webhooks, keys PINs and makes the check codes of slips. ' +
      'With another key, and without this one among the earlier ones, users set webhooks, PINs and two-step login anew, and links on old ' +
      'slips lead nowhere: see [changing a key](#changing-a-key)',
  }),
  secretsKeyPrevious,
  couponCodeKey: key('COUPON_CODE_KEY', {
    sandbox: 'sandbox-coupon-code-key-of-play-money',
    means:
      'makes the code of a coupon from its Idempotency-Key, so that a repeated request can show it again',
  }),
  webhooks: {
    allowInside: flag('WEBHOOK_ALLOW_INSIDE', {
      default: 'in a sandbox that only this machine reaches',
      live: { must: false, words: 'is for the sandbox only' },
      means:
        "whether users' webhooks and the notices to their devices may lead to addresses that are not on the public internet, over plain http too; never to the ports of the program and of the sandbox. Others reach a sandbox by `HOST`, behind `TRUSTED_PROXIES`, or with `PUBLIC_SANDBOX`",
    }),
  },
};

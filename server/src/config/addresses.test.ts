import { afterEach, describe, expect, it, vi } from 'vitest';
import { envOfServer, readConfig, readPlace } from './config.ts';
import { liveSettings as live } from './testing/live-settings.ts';
import { problemsOf } from './testing/problems-of.ts';

afterEach(() => vi.unstubAllEnvs());

describe('live mode refuses', () => {
  it.each([
    ['PUBLIC_URL', 'http://shop.example'],
    ['GLAD_BASE_URL', 'http://glad.example'],
    ['ALARO_BASE_URL', 'http://127.example.com'],
    ['SQUAD_BASE_URL', 'http://10.0.0.1'],
    ['DOJAH_BASE_URL', 'http://localhost.example'],
    ['PAYMENTPOINT_BASE_URL', 'ftp://accounts.example'],
    ['VTPASS_BASE_URL', 'http://vtpass.example/api'],
  ])('%s at %s, where others can read it on the way', (name, value) => {
    const vtpass = {
      VTPASS_ENABLED: 'on',
      VTPASS_BASE_URL: 'https://vtpass.example/api',
      VTPASS_API_KEY: 'one',
      VTPASS_SECRET_KEY: 'two',
      VTPASS_PUBLIC_KEY: 'three',
    };
    expect(problemsOf({ ...live, ...vtpass, [name]: value })).toEqual([
      `${name} must begin with https: unless it is on this machine; ${new URL(value).protocol} can be read by others`,
    ]);
    for (const here of [
      'http://127.0.0.1:8080',
      'http://localhost:8080',
      'http://[::1]:8080',
      'https://other.example',
    ])
      expect(problemsOf({ ...live, ...vtpass, [name]: here })).toEqual([]);
  });

  it.each([
    ['postgresql://jara:secret@database.example/jara'],
    ['postgresql://jara:secret@database.example/jara?sslmode=prefer'],
    ['postgresql://jara:secret@database.example/jara?sslmode=no-verify'],
    ['postgresql://jara:secret@database.example/jara?sslmode=require&sslmode=disable'],
    ['postgresql://jara:secret@database.example/jara?sslmode=require&uselibpqcompat=true'],
    ['postgresql://jara:secret@127.0.0.1/jara?host=database.example'],
    ['postgresql://jara:secret@database.example/jara?host='],
    ['postgresql://jara:secret@database.example/jara?host=127.0.0.1&host='],
  ])('a database on another machine without TLS: %s', (address) => {
    const problem = 'DATABASE_URL leads to another machine without TLS: add ?sslmode=verify-full to it';
    expect(problemsOf({ ...live, DATABASE_PROGRAM_URL: address })).toEqual([
      problem.replace('DATABASE_URL', 'DATABASE_PROGRAM_URL'),
    ]);
    expect(() => readPlace({ MODE: 'live', DATABASE_URL: address })).toThrow(problem);
    expect(problemsOf({ ...live, DATABASE_REPLICA_URL: address })).toEqual([
      problem.replace('DATABASE_URL', 'DATABASE_REPLICA_URL'),
    ]);
  });

  it.each([
    ['postgresql://jara:secret@database.example/jara?sslmode=require'],
    ['postgresql://jara:secret@127.0.0.1:5432/jara'],
    ['postgresql://jara@[::1]/jara'],
    ['postgresql://jara@/jara?host=/run/postgresql'],
  ])('but not %s', (address) => {
    expect(problemsOf({ ...live, DATABASE_PROGRAM_URL: address })).toEqual([]);
  });

  it('a database that PGHOST names, where the address names none', () => {
    vi.stubEnv('PGHOST', 'database.example');
    const problemsAt = (address: string) => problemsOf({ ...live, DATABASE_PROGRAM_URL: address });
    for (const nowhere of ['postgresql://jara@/jara', 'postgresql:///jara', 'postgresql://jara@/jara?host='])
      expect(problemsAt(nowhere)).toEqual([
        'DATABASE_PROGRAM_URL leads to another machine without TLS: add ?sslmode=verify-full to it',
      ]);
    expect(problemsAt('postgresql://jara@127.0.0.1/jara')).toEqual([]);
    vi.stubEnv('PGHOST', '/run/postgresql');
    expect(problemsAt('postgresql://jara@/jara')).toEqual([]);
  });

  it('to guess who stands before it', () => {
    expect(problemsOf({ ...live, TRUSTED_PROXIES: undefined })).toEqual(['TRUSTED_PROXIES is missing']);
    expect(readConfig({ ...live, TRUSTED_PROXIES: 'none' }).trustedProxies).toBeNull();
    expect(readConfig(live).trustedProxies).toBe('10.0.0.2');
  });

  it('all of it at once', () => {
    const wrong = {
      PUBLIC_URL: 'http://shop.example',
      GLAD_BASE_URL: 'http://glad.example',
      DATABASE_PROGRAM_URL: 'postgresql://jara@database.example/jara',
      SECRETS_KEY: 'a'.repeat(32),
      COUPON_CODE_KEY: live.IDENTITY_HASH_KEY,
      TRUSTED_PROXIES: '',
      SMTP_SECURE: 'none',
      PUBLIC_SANDBOX: 'on',
      WEBHOOK_ALLOW_INSIDE: 'on',
    };
    expect(problemsOf({ ...live, ...wrong })).toHaveLength(Object.keys(wrong).length);
  });
});

describe('a sandbox refuses', () => {
  it('to be at a public address, unless that is meant', () => {
    for (const address of ['https://shop.example', 'http://192.168.1.7:3000', 'http://127.example.com']) {
      expect(problemsOf({ PUBLIC_URL: address })).toEqual([
        expect.stringMatching(/^PUBLIC_URL leads to .*, but this is a sandbox/),
      ]);
      expect(problemsOf({ PUBLIC_URL: address, PUBLIC_SANDBOX: 'on' })).toEqual([]);
    }
    expect(problemsOf({ PUBLIC_URL: 'http://localhost:4000' })).toEqual([]);
  });

  it.each(['0.0.0.0', '::', '192.168.1.7', 'shop.example', '127.example.com'])(
    'to listen at %s, where other machines reach it, unless that is meant',
    (host) => {
      expect(problemsOf({ HOST: host })).toEqual([
        expect.stringMatching(/^HOST is .*, where other machines reach it, but this is a sandbox/),
      ]);
      expect(problemsOf({ HOST: host, PUBLIC_SANDBOX: 'on' })).toEqual([]);
      expect(problemsOf({ ...live, HOST: host })).toEqual([]);
      for (const here of ['127.0.0.1', '127.0.0.2', 'localhost', '::1', ''])
        expect(problemsOf({ HOST: here })).toEqual([]);
    },
  );

  it.each(['GLAD', 'ALARO', 'VTPASS', 'SQUAD', 'DOJAH', 'PAYMENTPOINT'])(
    'the real address of %s',
    (provider) => {
      const name = `${provider}_BASE_URL`;
      expect(problemsOf({ [name]: 'https://provider.example/api', PUBLIC_SANDBOX: 'on' })).toEqual([
        `${name} leads to provider.example, but a sandbox only speaks to the providers that it plays on this machine`,
      ]);
      expect(problemsOf({ [name]: 'http://127.0.0.1:9999/x' })).toEqual([]);
    },
  );

  it('everything that a live installation has, when only its MODE got lost', () => {
    const problems = problemsOf({ ...live, MODE: '' });
    for (const name of ['PUBLIC_URL', 'GLAD_BASE_URL', 'GLAD_API_KEY', 'SQUAD_SECRET_KEY', 'SMTP_HOST'])
      expect(problems).toContainEqual(expect.stringMatching(new RegExp(`^${name} `)));
  });
});

describe('addresses inside', () => {
  it('are for users of a sandbox on this machine, unless an operator says otherwise', () => {
    const allowed = (env: Record<string, string>) => readConfig(env).webhooks.allowInside;
    expect([allowed({}), allowed({ HOST: 'localhost' }), allowed({ HOST: '::1' })]).toEqual([
      true,
      true,
      true,
    ]);
    const others = { HOST: '0.0.0.0', PUBLIC_SANDBOX: 'on' };
    expect([allowed(others), allowed({ ...others, HOST: '::' }), allowed(live)]).toEqual([
      false,
      false,
      false,
    ]);
    // Something on this machine passes others on.
    const passedOn = { PUBLIC_URL: 'https://try.example', PUBLIC_SANDBOX: 'on' };
    expect([allowed(passedOn), allowed({ TRUSTED_PROXIES: '127.0.0.1' })]).toEqual([false, false]);
    expect(allowed({ TRUSTED_PROXIES: 'none' })).toBe(true);
    expect(allowed({ ...others, WEBHOOK_ALLOW_INSIDE: 'on' })).toBe(true);
    expect(allowed({ WEBHOOK_ALLOW_INSIDE: 'off' })).toBe(false);
    expect(problemsOf({ ...live, WEBHOOK_ALLOW_INSIDE: 'on' })).toEqual([
      'WEBHOOK_ALLOW_INSIDE is for the sandbox only',
    ]);
  });

  it('are never those of the program and the sandbox', () => {
    expect(readConfig({ PORT: '4000' }).webhooks.ownPorts).toEqual([4_000, 4_001, 14_001]);
  });
});

describe('a database', () => {
  const several = 'postgresql://jara:secret@one.example:5432,two.example:5432/jara?sslmode=verify-full';
  const primary = `${several}&target_session_attrs=primary`;

  it.each([
    [
      'without saying which is meant',
      several,
      'does not say which of them is meant: add target_session_attrs=',
    ],
    ['of which any would do', `${several}&target_session_attrs=any`, 'does not say which of them is meant'],
    ['of which one is nowhere', primary.replace('one.example:5432', ''), 'must look like postgresql:'],
    ['and others in the query', `${primary}&host=three.example`, 'must look like postgresql:'],
    ['and no form', 'jara:secret@one.example,two.example', 'must look like postgresql:'],
  ])('is refused with several hosts %s', (_which, address, words) => {
    const problems = problemsOf({ ...live, DATABASE_PROGRAM_URL: address });
    expect(problems).toEqual([expect.stringContaining(`DATABASE_PROGRAM_URL `)]);
    expect(problems.join()).toContain(words);
    expect(problems.join()).not.toContain('secret');
  });

  it.each(['DATABASE_PROGRAM_URL', 'DATABASE_DIRECT_URL', 'DATABASE_REPLICA_URL'])(
    'has its login before the host: %s',
    (name) => {
      for (const login of ['user=jara', 'password=secret', 'sslmode=verify-full&%75ser=']) {
        const problems = problemsOf({ ...live, [name]: `postgresql://127.0.0.1/jara?${login}` });
        expect(problems).toEqual([
          expect.stringContaining(`${name} has a user or a password after the question mark`),
        ]);
        expect(problems.join()).not.toContain('secret');
      }
    },
  );

  it('and its owner has it there too', () => {
    const address = 'postgresql://127.0.0.1/jara?user=jara&password=secret';
    expect(() => readPlace({ DATABASE_URL: address })).toThrow('DATABASE_URL has a user or a password after');
  });

  it.each(['jara:secret@db', 'postgresql:/jara:secret@db', 'postgresql://jara:secret@db%zz/jara'])(
    'that cannot be read is one problem of several: %s',
    (address) => {
      const wrong = {
        DATABASE_PROGRAM_URL: address,
        DATABASE_DIRECT_URL: 'postgresql://127.0.0.1/jara',
        PUBLIC_URL: 'http://shop.example',
      };
      const problems = problemsOf({ ...live, ...wrong });
      expect(problems).toHaveLength(2);
      expect(problems.join()).not.toContain('secret');
    },
  );

  it('may have several hosts, each of which is this machine or has TLS', () => {
    expect(problemsOf({ ...live, DATABASE_PROGRAM_URL: primary })).toEqual([]);
    expect(problemsOf({ ...live, DATABASE_DIRECT_URL: primary })).toEqual([]);
    expect(readPlace({ MODE: 'live', DATABASE_URL: primary }).databaseUrl).toBe(primary);
    const mixed = 'postgresql://jara@127.0.0.1:5432,two.example/jara?target_session_attrs=read-write';
    for (const address of [mixed, mixed.replace('127.0.0.1:5432,two.example', 'two.example,[::1]')])
      expect(problemsOf({ ...live, DATABASE_PROGRAM_URL: address })).toEqual([
        'DATABASE_PROGRAM_URL leads to another machine without TLS: add ?sslmode=verify-full to it',
      ]);
    expect(
      problemsOf({ ...live, DATABASE_PROGRAM_URL: mixed.replace('two.example', '[::1]:5433,localhost') }),
    ).toEqual([]);
  });

  it('that is read as a replica has one host', () => {
    expect(problemsOf({ ...live, DATABASE_REPLICA_URL: primary })).toEqual([
      'DATABASE_REPLICA_URL must have one host: what is read there has to come from the server that was asked',
    ]);
  });
});

describe('the database behind a pooler', () => {
  const pooled = 'postgresql://jara_program:secret@127.0.0.1:6432/jara';

  it('is reached by the login of the other address, unless there is one in it', () => {
    const directOf = (address: string) =>
      readConfig({ DATABASE_PROGRAM_URL: pooled, DATABASE_DIRECT_URL: address }).databaseDirectUrl;
    expect(directOf('postgresql://127.0.0.1:5432/jara')).toBe(
      'postgresql://jara_program:secret@127.0.0.1:5432/jara',
    );
    expect(directOf('postgresql://other:o@127.0.0.1:5432/jara')).toBe(
      'postgresql://other:o@127.0.0.1:5432/jara',
    );
  });

  it('is where tools connect', () => {
    const owner = 'postgresql://jara:owner@127.0.0.1:6432/jara';
    const direct = 'postgresql://127.0.0.1:5432/jara';
    expect(readPlace({ DATABASE_URL: owner, DATABASE_DIRECT_URL: direct })).toMatchObject({
      databaseUrl: 'postgresql://jara:owner@127.0.0.1:5432/jara',
      databasePooledUrl: owner,
    });
    expect(readPlace({ DATABASE_URL: owner })).toMatchObject({ databaseUrl: owner, databasePooledUrl: null });
  });

  it("never has the owner's login in a server", () => {
    const env = envOfServer({ DATABASE_DIRECT_URL: 'postgresql://jara:owner@127.0.0.1:5432/jara' }, pooled);
    expect(env['DATABASE_DIRECT_URL']).toBe('postgresql://jara_program:secret@127.0.0.1:5432/jara');
  });

  it('is refused on another machine without TLS, and where nothing is before it', () => {
    expect(problemsOf({ ...live, DATABASE_DIRECT_URL: 'postgresql://database.example/jara' })).toEqual([
      'DATABASE_DIRECT_URL leads to another machine without TLS: add ?sslmode=verify-full to it',
    ]);
    const words = [
      'DATABASE_DIRECT_URL is for a database of your own: nothing stands before the embedded PostgreSQL',
    ];
    expect(problemsOf({ DATABASE_DIRECT_URL: 'postgresql://127.0.0.1/jara' })).toEqual(words);
    expect(() => readPlace({ DATABASE_DIRECT_URL: 'postgresql://127.0.0.1/jara' })).toThrow(words[0]);
  });
});

import { describe, expect, it } from 'vitest';
import {
  addressAtHost,
  addressOfLogin,
  addressOfLoginIn,
  addressWithLogin,
  hostsOf,
  isAddress,
  userOf,
  wantedServer,
} from './address.ts';

const several =
  'postgresql://ada:s%40cret@one:5432,[::1]:6432,two/shop?sslmode=verify-full&target_session_attrs=primary';

describe('an address of the database', () => {
  it('is taken apart and put together with one of its hosts', () => {
    expect(hostsOf(several)).toEqual(['one:5432', '[::1]:6432', 'two']);
    expect(addressAtHost(several, 'two')).toBe(
      'postgresql://ada:s%40cret@two/shop?sslmode=verify-full&target_session_attrs=primary',
    );
    expect(hostsOf('postgres://ada@/shop?host=/run/postgresql')).toEqual(['']);
  });

  it('gets another login, whatever is in its password', () => {
    const login = { user: 'the program', password: 'a:b/c@d?e' };
    const address = addressOfLogin(several, login);
    expect(address).toContain('postgresql://the%20program:a%3Ab%2Fc%40d%3Fe@one:5432,[::1]:6432,two/shop?');
    expect(userOf(address)).toBe('the program');
    expect(addressOfLoginIn('postgresql://direct:5432/shop', address)).toBe(
      'postgresql://the%20program:a%3Ab%2Fc%40d%3Fe@direct:5432/shop',
    );
    expect(addressOfLoginIn('postgresql://owner:o@direct/shop', several)).toBe(
      'postgresql://ada:s%40cret@direct/shop',
    );
  });

  it('gets the login of another one only where it names none', () => {
    expect(addressWithLogin('postgresql://direct/shop', several)).toBe(
      'postgresql://ada:s%40cret@direct/shop',
    );
    expect(addressWithLogin('postgresql://own:o@direct/shop', several)).toBe(
      'postgresql://own:o@direct/shop',
    );
  });

  it('says which server is wanted, the last time that it does', () => {
    expect(wantedServer(several)).toBe('primary');
    expect(wantedServer(`${several}&target_session_attrs=read-write`)).toBe('read-write');
    expect(wantedServer(several.replace('=primary', '=any'))).toBeUndefined();
    expect(wantedServer('postgresql://one,two/shop')).toBeUndefined();
  });

  it.each(['http://one/shop', 'one:5432/shop', '/run/postgresql shop', '', 'postgres://50%:s@one/shop'])(
    'is not %s',
    (text) => {
      expect(isAddress(text)).toBe(false);
      expect(() => hostsOf(text)).toThrow('an address of the database cannot be read');
    },
  );
});

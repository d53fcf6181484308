import { describe, expect, it } from 'vitest';
import { useTestApp } from '../../../test/app.ts';

const app = useTestApp();

describe('asking for links from one address', () => {
  it('is refused after ten in an hour, whoever they are for', async () => {
    const ada = await app.make.user();
    const ask = (email: string) => app.anybody().call('requestPasswordReset', { email });
    for (let asked = 0; asked < 10; asked += 1) {
      expect((await ask(asked % 2 === 0 ? ada.email : `nobody_${asked}`)).status).toBe(200);
    }
    for (const name of [ada.email, 'nobody_else']) {
      const { status, refusal, headers } = await ask(name);
      expect(status).toBe(429);
      expect(refusal.code).toBe('too_many_requests');
      expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
    }
  });
});

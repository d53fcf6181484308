import { expect, it } from 'vitest';
import { useTestPool } from '../../test/pool.ts';
import { audit } from './audit.ts';

const db = useTestPool(1);

it('an audit says which rule it is at, and how many there are', async () => {
  const places: [number, number][] = [];
  const received: string[] = [];
  const results = await audit(db.pool, {
    watcher: {
      onRule({ statement }, place, of) {
        places.push([place, of]);
        received.push(statement);
      },
      onResult: ({ statement }) => received.push(statement),
    },
  });
  expect(places).toEqual(results.map((_result, index) => [index + 1, results.length]));
  expect(received).toEqual(results.flatMap(({ statement }) => [statement, statement]));
});

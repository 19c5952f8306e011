import { expect, it } from 'vitest';
import { createConnectionPool } from './connection-pool.ts';

it('connects once, closes all, and tries a failed address afresh', async () => {
  const closed: string[] = [];
  let attempts = 0;
  const pool = createConnectionPool(async (address) => {
    attempts += 1;
    if (attempts === 1) throw new Error('nobody there');
    return { address, close: async () => void closed.push(address) };
  });
  await expect(pool.get('a')).rejects.toThrow('nobody there');
  const [one, two] = await Promise.all([pool.get('a'), pool.get('a')]);
  expect(one).toBe(two);
  expect(attempts).toBe(2);
  await pool.close();
  expect(closed).toEqual(['a']);
});

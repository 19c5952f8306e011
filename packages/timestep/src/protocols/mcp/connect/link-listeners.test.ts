import { expect, it } from 'vitest';
import { connectEnvironment } from './connect-environment.ts';
import type { LinkChange } from './link-listeners.ts';

/** A server of 2025 that says its process id as its version, and hears of nothing else. */
const SERVER = `
process.stderr.write(Buffer.from([0xe2, 0x82]));
setTimeout(() => process.stderr.write(Buffer.from([0xac, 0x0a])), 10);
process.stdin.on('data', (data) => {
  for (const line of String(data).trim().split('\\n')) {
    const { id, method } = JSON.parse(line);
    const serverInfo = { name: 'own', version: String(process.pid) };
    const result = { protocolVersion: '2025-11-25', capabilities: {}, serverInfo };
    const error = { code: -32601, message: 'unknown' };
    const answer = method === 'initialize' ? { result } : method === 'ping' ? { result: {} } : { error };
    if (id !== undefined) console.log(JSON.stringify({ jsonrpc: '2.0', id, ...answer }));
  }
});`;

it('says what becomes of a connection, and passes on what the command writes', async () => {
  const changes: LinkChange[] = [];
  let written = '';
  const environment = await connectEnvironment(
    { command: process.execPath, args: ['--eval', SERVER] },
    { onLink: (change) => changes.push(change), onStderr: (text) => (written += text) },
  );
  expect(changes).toEqual([
    { state: 'connecting' },
    {
      state: 'connected',
      protocol: {
        era: 'legacy',
        revision: '2025-11-25',
        server: { name: 'own', version: expect.any(String) as string },
      },
    },
  ]);
  // A character that came in two pieces.
  await expect.poll(() => written).toBe('€\n');
  const pid = await environment.use(async (client) => Number(client.getServerVersion()?.version));
  process.kill(pid);
  const message = 'its process was ended by SIGTERM';
  await expect.poll(() => changes.at(-1)).toMatchObject({ state: 'lost', error: { message } });
  await environment.ping(60_000);
  expect(changes.slice(3)).toMatchObject([{ state: 'connecting' }, { state: 'connected' }]);
  await environment.close();
  // What is ended from here is not lost.
  expect(changes).toHaveLength(5);
});

it('says why a connection cannot be made', async () => {
  const changes: LinkChange[] = [];
  const connecting = connectEnvironment(
    { command: 'no-such-program' },
    { onLink: (change) => changes.push(change), patienceMs: 0 },
  );
  await expect(connecting).rejects.toMatchObject({ code: 'unreachable' });
  expect(changes).toEqual([
    { state: 'connecting' },
    { state: 'failed', error: expect.objectContaining({ code: 'unreachable' }) as unknown },
  ]);
});

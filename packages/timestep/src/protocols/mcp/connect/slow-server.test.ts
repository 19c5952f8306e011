import { expect, it } from 'vitest';
import { connectEnvironment } from './connect-environment.ts';

/** A server of 2026-07-28 that reads its input only after a while, as on a busy machine. */
const SLOW_SERVER = `
const send = (message) => process.stdout.write(JSON.stringify({ jsonrpc: '2.0', ...message }) + '\\n');
const common = { resultType: 'complete', cacheScope: 'private', ttlMs: 0 };
let isModern = false;
const answer = ({ id, method }) => {
  if (method === 'server/discover') {
    isModern = true;
    return { result: { ...common, supportedVersions: ['2026-07-28'], capabilities: { tools: {} } } };
  }
  if (method === 'tools/list') {
    return { result: { ...common, tools: [{ name: 'now', inputSchema: { type: 'object' } }] } };
  }
  const data = { supported: ['2026-07-28'], requested: '2025-11-25' };
  return { error: { code: isModern ? -32022 : -32601, message: 'no', data } };
};
setTimeout(() => {
  require('node:readline').createInterface({ input: process.stdin }).on('line', (line) => {
    const request = JSON.parse(line);
    if (request.id !== undefined) send({ id: request.id, ...answer(request) });
  });
}, Number(process.argv[1]));
`;

it('uses a server that needs most of its time to start', async () => {
  const target = { command: process.execPath, args: ['-e', SLOW_SERVER, '1800'] };
  const environment = await connectEnvironment(target, { connectTimeoutMs: 3000 });
  const tools = await environment.listTools(AbortSignal.timeout(20_000));
  expect(tools.map((tool) => tool.function.name)).toEqual(['now']);
  await environment.close();
});

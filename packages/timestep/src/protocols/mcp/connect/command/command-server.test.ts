import { performance } from 'node:perf_hooks';
import { expect, it } from 'vitest';
import { connectEnvironment, mcpServer } from '../connect-environment.ts';

const SIGNAL = new AbortController().signal;
const TASK = { id: 't', contextId: 'c', agent: 'x', metadata: {} };

/** A server of 2025 whose only tool ends its process. */
const DYING = `
const answers = {
  initialize: { protocolVersion: '2025-11-25', capabilities: { tools: {} }, serverInfo: { name: 'a', version: '1' } },
  'tools/list': { tools: [{ name: 'die', inputSchema: { type: 'object' } }] },
};
require('node:readline').createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method } = JSON.parse(line);
  if (method === 'tools/call') process.exit(7);
  const result = answers[method];
  const answer = result ? { result } : { error: { code: -32601, message: 'no' } };
  if (id !== undefined) console.log(JSON.stringify({ jsonrpc: '2.0', id, ...answer }));
});`;

function node(script: string) {
  return { command: process.execPath, args: ['-e', script], stderr: 'ignore' } as const;
}

it('says with which code a server exited instead of answering', async () => {
  const connecting = connectEnvironment(node('process.exit(4)'));
  await expect(connecting).rejects.toMatchObject({
    code: 'unreachable',
    message: expect.stringMatching(/as an MCP server: its process exited with code 4/) as string,
  });
});

it('says with which code a server exited during a call, which may have run', async () => {
  const environment = await connectEnvironment(node(DYING), { patienceMs: 0 });
  const context = { key: 'k', attempt: 1, task: TASK, signal: SIGNAL };
  const result = await environment.callTool({ id: 'c', name: 'die', arguments: {} }, context);
  expect(result).toMatchObject({
    isError: true,
    content: expect.stringMatching(
      /die may have run, but its result was lost: its process exited with code 7/,
    ) as string,
  });
  await environment.close();
});

it('closes while a server is starting, without waiting until that has failed', async () => {
  const asked = Promise.withResolvers<void>();
  const target = node('process.stdin.resume().on("end", () => process.exit())');
  const tools = mcpServer(target, { onMessage: () => asked.resolve() });
  const outcome = Promise.resolve(tools.listTools(SIGNAL)).catch((thrown: unknown) => thrown);
  await asked.promise;
  const begun = performance.now();
  await tools.close();
  expect(performance.now() - begun).toBeLessThan(20_000);
  expect(await outcome).toMatchObject({ name: 'AbortError' });
});

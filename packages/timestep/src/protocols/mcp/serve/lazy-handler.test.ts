import { expect, it } from 'vitest';
import { connectEnvironment } from '../connect/connect-environment.ts';
import type { EnvironmentDefinition } from './definition.ts';
import { createLazyHandler } from './lazy-handler.ts';

const look: NonNullable<EnvironmentDefinition['tools']>[number] = {
  name: 'look',
  execute: () => 1,
};
const DEFINITION: EnvironmentDefinition = { name: 'test', version: '1.0.0', tools: [look] };

function request(): Request {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' });
  const headers = { 'content-type': 'application/json' };
  return new Request('http://localhost/mcp', { method: 'POST', headers, body });
}

async function toolsAt(handler: ReturnType<typeof createLazyHandler>): Promise<string[]> {
  const connected = await connectEnvironment({ handler });
  const tools = await connected.listTools(new AbortController().signal);
  await connected.close();
  return tools.map((tool) => tool.function.name);
}

it('serves the definition that it has when the first request comes, and later ones', async () => {
  const handler = createLazyHandler(DEFINITION);
  handler.update({ ...DEFINITION, tools: [{ ...look, name: 'listen' }] });
  expect(handler.openSessions()).toBe(0);
  handler.notifyListChanged('tools');
  expect(await toolsAt(handler)).toEqual(['listen']);
  handler.update(DEFINITION);
  expect(await toolsAt(handler)).toEqual(['look']);
  await handler.close();
});

it('refuses a definition at once that cannot be served', () => {
  const twice = { ...DEFINITION, tools: [look, look] };
  const refused = expect.objectContaining({ code: 'bad-definition' });
  expect(() => createLazyHandler(twice)).toThrow(refused);
  const handler = createLazyHandler(DEFINITION);
  expect(() => handler.update(twice)).toThrow(refused);
});

it('tells its owner what keeps it from serving, and serves a definition that can be', async () => {
  const told: Error[] = [];
  const configure = (): never => {
    throw new Error('secret detail');
  };
  const onError = (error: Error) => void told.push(error);
  const handler = createLazyHandler({ ...DEFINITION, configure }, { onError });
  const response = await handler(request());
  expect(response.status).toBe(500);
  expect(await response.text()).not.toContain('secret');
  expect(told).toMatchObject([{ message: 'secret detail' }]);
  handler.update(DEFINITION);
  expect(await toolsAt(handler)).toEqual(['look']);
  await handler.close();
});

it('takes no request once it is closed, loaded or not', async () => {
  const handler = createLazyHandler(DEFINITION);
  await handler.close();
  expect((await handler(request())).status).toBe(503);
});

import { expect, it } from 'vitest';
import type { JsonObject } from '#core';
import { calls, idOf, outputOf, says, script, serve } from '../served.fixture.ts';
import { problemsOf, streamProblems } from '../wire-check.fixture.ts';

const LOOK = { type: 'function', name: 'look', parameters: { type: 'object' } };
const TOOLS = [{ type: 'namespace', name: 'desk', description: 'Ask the clerk.', tools: [LOOK] }];
const CALL = { type: 'function_call', namespace: 'desk', name: 'look', call_id: 'c1' };

function returned(output: string): JsonObject {
  return { type: 'function_call_output', call_id: 'c1', output };
}

it('has its functions called by their own names, with its name beside', async () => {
  const { agent, seen } = script(calls(['c1', 'desk__look', '{}']), says('done'));
  const served = serve(agent);
  const asked = await served.post({ input: 'look', tools: TOOLS });
  expect(problemsOf(asked.body)).toEqual([]);
  expect(outputOf(asked)).toMatchObject([{ ...CALL, arguments: '{}', status: 'completed' }]);
  expect(asked.body).toMatchObject({ tools: [{ type: 'namespace', name: 'desk', tools: [LOOK] }] });
  expect(seen[0]?.context.tools.map((tool) => tool.function.name)).toEqual(['desk__look']);

  const input = [returned('sunny')];
  const told = await served.post({ input, previous_response_id: idOf(asked), tools: TOOLS });
  expect(outputOf(told)).toMatchObject([{ type: 'message' }]);
  expect(seen[1]?.messages.at(-1)).toMatchObject({ role: 'tool', content: 'sunny' });
});

it('is the same in a stream', async () => {
  const { agent } = script(calls(['c1', 'desk__look', '{}']));
  const events = await serve(agent).stream({ input: 'look', tools: TOOLS });
  expect(streamProblems(events)).toEqual([]);
  const items = events.flatMap(({ body }) => ('item' in body ? [body['item']] : []));
  expect(items).toMatchObject([CALL, CALL]);
});

it('is known in a conversation that is replayed', async () => {
  const { agent, seen } = script(says('done'));
  const call = { ...CALL, arguments: '{}' };
  const input = [{ role: 'user', content: 'look' }, call, returned('sunny')];
  expect((await serve(agent).post({ input, tools: TOOLS })).status).toBe(200);
  const called = { function: { name: 'desk__look' } };
  expect(seen[0]?.messages[1]).toMatchObject({ tool_calls: [called] });
});

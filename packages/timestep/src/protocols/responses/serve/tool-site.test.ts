import { describe, expect, it } from 'vitest';
import type { JsonObject } from '#core';
import type { ToolSet } from '#engine/tools';
import { calls, idOf, outputOf, says, script, serve } from '../served.fixture.ts';
import { problemsOf, streamProblems } from '../wire-check.fixture.ts';

const MINE = { type: 'function', name: 'mine' } as const;
/** An agent whose tools are the client's, behind a handler for whose callers the server runs them. */
const SITES = { agentSite: 'client', toolSite: 'server' } as const;

function toolsSeenIn(seen: unknown[] = []): ToolSet {
  return {
    get_weather: (args, { key, task }) => {
      seen.push({ args, key, agent: task?.agent });
      return { temperature_f: 72 };
    },
    broken: () => Promise.reject(new Error('no line')),
  };
}

describe("tools of an agent whose tools are the client's", () => {
  it('are run by the server where the handler says so', async () => {
    const seen: unknown[] = [];
    const { agent } = script(
      calls(
        ['c1', 'get_weather', '{"location":"Oakland"}'],
        ['c2', 'broken'],
        ['c3', 'get_weather', '['],
      ),
      calls(['c1', 'get_weather', '']),
      says('72°F'),
    );
    const answer = await serve(agent, { ...SITES, tools: toolsSeenIn(seen) }).post({ input: 'x' });
    expect(problemsOf(answer.body)).toEqual([]);
    expect(answer.body).toMatchObject({ status: 'completed' });
    expect(outputOf(answer)).toMatchObject([
      { type: 'mcp_call', status: 'completed', output: '{"temperature_f":72}' },
      { type: 'mcp_call', status: 'failed', error: { content: [{ text: '{"error":"no line"}' }] } },
      {
        type: 'mcp_call',
        status: 'failed',
        error: { content: [{ text: expect.stringContaining('invalid_tool_arguments_json') }] },
      },
      { type: 'mcp_call', status: 'completed', arguments: '' },
      { type: 'message' },
    ]);
    expect(seen).toEqual([
      {
        args: { location: 'Oakland' },
        key: expect.stringMatching(/:1:c1$/) as string,
        agent: 'assistant',
      },
      { args: {}, key: expect.stringMatching(/:2:c1$/) as string, agent: 'assistant' },
    ]);
  });

  it('are streamed like any other', async () => {
    const { agent } = script(calls(['c1', 'get_weather']), says('72°F'));
    const served = serve(agent, { ...SITES, tools: toolsSeenIn() });
    const events = await served.stream({ input: 'x' });
    expect(streamProblems(events)).toEqual([]);
    expect(events.map(({ body }) => body['type'])).toContain('response.mcp_call.completed');
  });

  it('wait for a person where they need one', async () => {
    const paid: string[] = [];
    const { agent } = script(calls(['c1', 'pay']), says('done'));
    const execute = (): string => `paid ${paid.push('once')}`;
    const served = serve(agent, { ...SITES, tools: { pay: { needsApproval: true, execute } } });
    const asked = await served.post({ input: 'pay' });
    expect(outputOf(asked)).toMatchObject([
      { type: 'mcp_call', status: 'incomplete' },
      { type: 'mcp_approval_request', name: 'pay' },
    ]);
    expect(paid).toEqual([]);
    const approval_request_id = outputOf(asked)[1]?.['id'] as string;
    const item: JsonObject = { type: 'mcp_approval_response', approval_request_id, approve: true };
    const answer = await served.post({ input: [item], previous_response_id: idOf(asked) });
    expect(answer.body).toMatchObject({ status: 'completed' });
    expect(paid).toEqual(['once']);
  });

  it('are no functions of the caller, which remain with the caller', async () => {
    const { agent } = script(calls(['c1', 'mine'], ['c2', 'get_weather']));
    const served = serve(agent, { ...SITES, tools: toolsSeenIn() });
    const answer = await served.post({ input: 'x', tools: [MINE] });
    expect(outputOf(answer)).toMatchObject([
      { type: 'function_call', call_id: 'c1' },
      { type: 'mcp_call', status: 'completed' },
    ]);
  });

  it("are the caller's where the handler says nothing", async () => {
    const { agent } = script(calls(['c1', 'get_weather']), says('72°F'));
    const served = serve(agent, { agentSite: 'client' });
    const asked = await served.post({ input: 'x' });
    expect(outputOf(asked)).toMatchObject([{ type: 'function_call', call_id: 'c1' }]);
    const answered = await served.post({
      input: [{ type: 'function_call_output', call_id: 'c1', output: '72' }],
      previous_response_id: idOf(asked),
    });
    expect(answered.body).toMatchObject({ status: 'completed' });
  });
});

import { Agent, serve, type AgentFn, type Serving } from '@timestep-ai/timestep';

/** Calls the first available tool, once; answers otherwise. */
const caller: AgentFn = (messages, { tools }) => {
  const [tool] = tools;
  const last = messages.at(-1);
  if (tool && last?.role === 'user') {
    const { name } = tool.function;
    const call = { id: `call_${messages.length}`, type: 'function' } as const;
    const asked = { ...call, function: { name, arguments: '{"location":"Oakland"}' } };
    return { role: 'assistant', content: null, tool_calls: [asked] };
  }
  return { role: 'assistant', content: 'One, two, three, four, five.' };
};

export const FIXTURE_AGENT = 'fixture';

export const FIXTURE_KEY = 'suite-key';

/** Serves an agent like a program does, for suites that call it over HTTP. */
export function serveFixtureAgent(): Promise<Serving> {
  const agent = new Agent({ agentId: FIXTURE_AGENT, name: 'Fixture', model: caller });
  return serve({
    agents: [agent],
    port: 0,
    database: ':memory:',
    apiKeys: [{ key: FIXTURE_KEY, principal: 'suite' }],
  });
}

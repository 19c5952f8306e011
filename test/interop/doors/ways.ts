import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { Agent, openMemory, runEpisode, type AgentFn } from '@timestep-ai/timestep';
import { getText } from '@timestep-ai/timestep/core';
import type { ToolEnvironment } from '@timestep-ai/timestep/port';
import { a2aCaller } from './a2a-caller.ts';
import type { Caller, Told } from './caller.ts';
import type { Subject } from './kinds.ts';
import { responsesCaller } from './responses-caller.ts';
import { AGENT, opened, ORIGIN, type Reached } from './stage.ts';

/** What a person or the rules say of a call. */
export const PERMISSIONS = ['allowed', 'denied', 'approved', 'refused', 'nobody'] as const;
export type Permission = (typeof PERMISSIONS)[number];

/** A tool call and its reported result: the beginning of the text, or that the call waits for an approval. */
export type Way = (subject: Subject, permission: Permission) => Promise<string>;

/** The ways in which a tool can be called. */
export const WAYS: Readonly<Record<string, Way>> = {
  loop,
  'MCP 2026-07-28': (subject, permission) => overMcp('auto', subject, permission),
  'MCP 2025': (subject, permission) => overMcp('legacy', subject, permission),
  A2A: (subject, permission) => byAgent(a2aCaller, subject, permission),
  Responses: (subject, permission) =>
    byAgent(async (reached) => responsesCaller(reached, false), subject, permission),
};

/** A call that waits for a person. */
export const WAITS = 'waits for a person';

/** Calls the tool once, and answers with what it said. */
function calling({ name, args }: Subject): AgentFn {
  return (messages) => {
    const last = messages.at(-1);
    if (last?.role === 'tool') return { role: 'assistant', content: getText(last) };
    const called = { name, arguments: JSON.stringify(args) };
    return {
      role: 'assistant',
      content: null,
      tool_calls: [{ id: 'call', type: 'function', function: called }],
    };
  };
}

/** The environment of an agent whose rules deny the call, or say nothing. */
function ruled({ tools }: Subject, permission: Permission): ToolEnvironment {
  return {
    listTools: (signal) => tools.listTools(signal),
    callTool: (call, context) => tools.callTool(call, context),
    judgeCall: () => (permission === 'denied' ? { verdict: 'deny', reason: 'a rule' } : undefined),
  };
}

async function loop(subject: Subject, permission: Permission): Promise<string> {
  const { messages } = await runEpisode([{ role: 'user', content: 'go' }], calling(subject), {
    tools: ruled(subject, permission),
    answer: () => 'Ada',
    ...(permission !== 'nobody' && { approve: () => permission === 'approved' }),
  });
  const [last] = messages.slice(-1);
  return last ? getText(last) : '';
}

async function overMcp(
  mode: 'auto' | 'legacy',
  { served, name, args }: Subject,
  permission: Permission,
): Promise<string> {
  const handler = served.createHandler();
  const capabilities = permission === 'nobody' ? {} : { elicitation: { form: {} } };
  const client = new Client(
    { name: 'caller', version: '1.0.0' },
    { versionNegotiation: { mode }, capabilities },
  );
  if (permission !== 'nobody') {
    client.setRequestHandler('elicitation/create', ({ params }) =>
      params.message.startsWith('May ')
        ? { action: 'accept', content: { approve: permission === 'approved' } }
        : { action: 'accept', content: { answer: 'Ada' } },
    );
  }
  const fetch = (input: string | URL, init?: RequestInit): Promise<Response> =>
    handler(new Request(input, init));
  await client.connect(new StreamableHTTPClientTransport(new URL(`${ORIGIN}/mcp`), { fetch }));
  try {
    const { content } = await client.callTool({ name, arguments: args });
    return content.map((part) => (part.type === 'text' ? part.text : '')).join('');
  } finally {
    await client.close();
    await handler.close();
  }
}

async function byAgent(
  callerOf: (reached: Reached, picture: boolean) => Promise<Caller>,
  subject: Subject,
  permission: Permission,
): Promise<string> {
  const agent = new Agent({
    agentId: AGENT,
    name: AGENT,
    model: calling(subject),
    contextIdToEnvironmentUri: { default: ruled(subject, permission) },
    toolSite: 'server',
  });
  const server = await opened({ open: (_place, needs) => openMemory(needs) }, 'kinds', agent);
  const caller = await callerOf(
    {
      binding: 'JSONRPC',
      fetch: async (input, init) => server.answer(new Request(input, init)),
      async settled(taskId) {
        await server.backend.runner.waitUntilSettled(taskId, new AbortController().signal);
      },
    },
    false,
  );
  try {
    let told: Told = await caller.ask({});
    while (told.answer === undefined) {
      const { approvals, question } = told;
      if (approvals.length > 0 && permission === 'nobody') return WAITS;
      const approved = permission === 'approved';
      const decided = approvals.map(({ callId }) => ({ callId, approved }));
      const words = question === undefined ? {} : { words: { text: 'Ada' } };
      told = await caller.reply({ approvals: decided, results: [], ...words });
    }
    return told.answer;
  } finally {
    await server.close();
    await agent.close();
  }
}

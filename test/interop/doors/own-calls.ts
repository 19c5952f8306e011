import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import type { ToolResult } from 'timestep';
import type { Row } from './behaviours.ts';
import type { Asked } from './callers.ts';
import { ORIGIN, type Stage } from './stage.ts';
import { askPerson } from './world.ts';

/** Makes a call that the caller was asked to make. */
export type MakeCall = (call: Asked) => Promise<ToolResult>;

/** Within the process, by a caller that asks its person only once the environment has refused. */
function madeWithin({ environment, world }: Stage, row: Row): MakeCall {
  return async ({ callId, name }) => {
    const call = { id: callId, name, arguments: {} };
    const context = { key: callId, attempt: 1, signal: new AbortController().signal };
    const first = await environment.callTool(call, context);
    if (!first.isError || !first.content.includes("needs a person's approval")) return first;
    if (!askPerson(world, row, name)) return { content: 'denied', isError: true };
    return environment.callTool(call, { ...context, approved: true });
  };
}

/** Over MCP, by the official client, whose person the environment asks. */
function madeOverMcp({ fetch, world }: Stage, row: Row): MakeCall {
  return async ({ name }) => {
    const client = new Client(
      { name: 'caller', version: '1.0.0' },
      { versionNegotiation: { mode: 'auto' }, capabilities: { elicitation: { form: {} } } },
    );
    client.setRequestHandler('elicitation/create', () => {
      const approve = askPerson(world, row, name);
      return { action: 'accept', content: { approve } };
    });
    await client.connect(new StreamableHTTPClientTransport(new URL(`${ORIGIN}/mcp`), { fetch }));
    try {
      const { content, isError } = await client.callTool({ name, arguments: {} });
      const texts = content.map((part) => (part.type === 'text' ? part.text : ''));
      return { content: texts.join(''), ...(isError === true && { isError }) };
    } finally {
      await client.close();
    }
  };
}

export function callMaker(stage: Stage, row: Row): MakeCall {
  return row.door === 'MCP' ? madeOverMcp(stage, row) : madeWithin(stage, row);
}

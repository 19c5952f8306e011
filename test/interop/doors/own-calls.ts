import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import type { ToolResult } from '@timestep-ai/timestep';
import type { Row } from './rows.ts';
import type { Asked } from './caller.ts';
import { ORIGIN, type Stage } from './stage.ts';
import { answerOfPerson, askPerson, type World } from './world.ts';

/** Executes a call for the caller. */
export type MakeCall = (call: Asked) => Promise<ToolResult>;

/** Inside the process, by a caller that asks its user only after the environment has refused. */
function madeWithin({ environment, world }: Stage, row: Row): MakeCall {
  return async ({ callId, name }) => {
    const call = { id: callId, name, arguments: {} };
    const context = { key: callId, attempt: 1, signal: new AbortController().signal };
    const first = await environment.callTool(call, context);
    keepGiven(world, first);
    if (first.question) {
      const { question } = first;
      const { text, data } = answerOfPerson(world, question.text);
      const answers = [{ question, text, ...(question.schema && data && { data }) }];
      return environment.callTool(call, { ...context, key: `${callId}:1`, answers });
    }
    if (!first.isError || !first.content.includes("needs a person's approval")) return first;
    if (!askPerson(world, row, name)) return { content: 'denied', isError: true };
    return environment.callTool(call, { ...context, approved: true });
  };
}

function keepGiven(world: World, { artifacts = [] }: ToolResult): void {
  for (const { name, parts } of artifacts) {
    const texts = parts.map((part) => (part.type === 'text' ? part.text : ''));
    world.given.push(`${name}: ${texts.join('')}`);
  }
}

/** Over MCP, with the official client, whose user the environment asks. */
function madeOverMcp({ fetch, world }: Stage, row: Row): MakeCall {
  return async ({ name }) => {
    const client = new Client(
      { name: 'caller', version: '1.0.0' },
      { versionNegotiation: { mode: 'auto' }, capabilities: { elicitation: { form: {} } } },
    );
    client.setRequestHandler('elicitation/create', ({ params }) => {
      if (name === 'book' || name === 'seat') {
        const { text, data } = answerOfPerson(world, params.message);
        return { action: 'accept', content: data ?? { answer: text } };
      }
      const approve = askPerson(world, row, name);
      return { action: 'accept', content: { approve } };
    });
    await client.connect(new StreamableHTTPClientTransport(new URL(`${ORIGIN}/mcp`), { fetch }));
    try {
      const { content, isError } = await client.callTool({ name, arguments: {} });
      for (const part of content) {
        if (part.type !== 'resource' || !('text' in part.resource)) continue;
        const { uri, text } = part.resource;
        world.given.push(`${uri.replace('artifact:', '')}: ${text}`);
      }
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

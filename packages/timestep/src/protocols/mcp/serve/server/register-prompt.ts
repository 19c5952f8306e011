import type {
  GetPromptResult,
  InputRequiredResult,
  McpServer,
  ServerContext,
} from '@modelcontextprotocol/server';
import * as z from 'zod';
import { shownFieldsToMcp } from '../compile.ts';
import {
  SYSTEM_PROMPT,
  getSystemPromptOrDefault,
  type EnvironmentDefinition,
  type PromptDefinition,
  type PromptValue,
} from '../definition.ts';
import type { Registration } from './registry.ts';

const AGENT_NAME = z.object({
  agent_name: z.string().optional().describe("The agent's name"),
});

export function registerSystemPrompt(server: McpServer, definition: EnvironmentDefinition): void {
  server.registerPrompt(
    SYSTEM_PROMPT,
    { description: 'The system prompt of an agent in this environment', argsSchema: AGENT_NAME },
    async ({ agent_name }) => promptToMcp(await getSystemPromptOrDefault(definition, agent_name)),
  );
}

export function registerPrompt(server: McpServer, prompt: PromptDefinition): Registration {
  const { name, input, run } = prompt;
  const shown = shownFieldsToMcp(prompt);
  const answer = async (args: unknown, request: ServerContext) =>
    promptToMcp(await run(args as never, request));
  return input
    ? server.registerPrompt(name, { ...shown, argsSchema: input }, answer)
    : server.registerPrompt(name, shown, (request) => answer({}, request));
}

function promptToMcp(value: PromptValue): GetPromptResult | InputRequiredResult {
  if (typeof value === 'string') {
    return { messages: [{ role: 'user', content: { type: 'text', text: value } }] };
  }
  return isMessageList(value) ? { messages: [...value] } : value;
}

function isMessageList(value: PromptValue): value is Extract<PromptValue, readonly unknown[]> {
  return Array.isArray(value);
}

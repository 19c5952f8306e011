import { type JsonValue, omitUndefined } from '#core';
import type { ServerPrompt, OperatorServers, ServerPromptMessage } from '#engine/port';
import type { ConnectedEnvironment } from '#protocols/mcp';
import { createNoSuchPartError } from '#agents/folder';
import { convertCallerMistakes } from './caller-mistake.ts';
import { TIMEOUT } from './server-resources.ts';

export async function listServerPrompts(
  environment: ConnectedEnvironment,
): Promise<readonly ServerPrompt[]> {
  return environment.use(async (client) => {
    if (!client.getServerCapabilities()?.prompts) return [];
    const { prompts } = await client.listPrompts(undefined, TIMEOUT);
    return prompts.map(({ name, description, arguments: args = [] }) => ({
      ...omitUndefined({ name, description }),
      arguments: args.map(({ required = false, ...one }) => ({
        ...omitUndefined({ name: one.name, description: one.description }),
        isRequired: required,
      })),
    }));
  });
}

export async function getPromptMessages(
  environment: ConnectedEnvironment,
  server: string,
  prompt: Parameters<OperatorServers['getPrompt']>[1],
): Promise<readonly ServerPromptMessage[]> {
  const params = { name: prompt.name, arguments: { ...prompt.arguments } };
  const { messages } = await environment.use((client) => {
    if (!client.getServerCapabilities()?.prompts) {
      throw createNoSuchPartError(`the server ${server} has no prompts`);
    }
    return convertCallerMistakes(() => client.getPrompt(params, TIMEOUT));
  });
  return messages.map(({ role, content }) => ({
    role,
    content: content.type === 'text' ? content.text : (content as unknown as JsonValue),
  }));
}

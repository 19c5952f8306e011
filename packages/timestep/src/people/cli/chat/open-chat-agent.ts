import { statSync } from 'node:fs';
import { basename } from 'node:path';
import { omitUndefined } from '#core';
import type { CardTrust } from '#protocols/a2a';
import type { AgentFn, ToolEnvironment } from '#engine/port';
import { createUsageError } from '../command-error.ts';
import { resolveAgent, rememberAgentUse } from '../agents/user-agents.ts';
import { createErrorWriter } from '../output/error-writer.ts';
import {
  CHAT_LIMITS,
  openFolderAgent,
  type ChatAgent,
  type OpenAgentOptions,
} from './chat-agent.ts';

/** Opens an agent by path, URL or saved name. Throws errors that say what to do. */
export async function openChatAgent(named: string, options: OpenAgentOptions): Promise<ChatAgent> {
  const { source, card_keys: keys } = await resolveAgent(named, options.env);
  if (isJsonScriptFile(source)) return openScriptedAgent(source, options);
  const agent = /^https?:/i.test(source)
    ? await createRemoteChatAgent(source, keys && { keys }, options)
    : await openFolderAgent(source, options);
  if (options.isOwn) await rememberAgentUse({ name: agent.served.name, source }, options);
  return agent;
}

function isJsonScriptFile(named: string): boolean {
  const isFile = statSync(named, { throwIfNoEntry: false })?.isFile() ?? false;
  return isFile && named.endsWith('.json') && basename(named) !== 'tsagent.json';
}

async function openScriptedAgent(
  file: string,
  { model, writeError }: OpenAgentOptions,
): Promise<ChatAgent> {
  if (model !== undefined)
    throw createUsageError('--model requires an agent folder: a script has no model');
  const { getContextWindowOrDefault, loadScript, scriptedAgent } = await import('#agents/model');
  const { buildToolsSchema, functionEnvironment, DEFAULT_TOOLS } = await import('#engine/tools');
  const script = await loadScript(file);
  const environment = functionEnvironment(DEFAULT_TOOLS);
  const name = script.name ?? basename(file, '.json');
  const agent = scriptedAgent(script);
  const tools = buildToolsSchema(DEFAULT_TOOLS).map(({ function: { name: tool, description } }) =>
    omitUndefined({ name: tool, description, include: 'always' as const }),
  );
  return {
    ...createChatAgentParts(name, agent, environment, writeError),
    facts: [
      ['name', name],
      ['script', file],
    ],
    answers: agent,
    listItems: async (kind) => (kind === 'tool' ? tools : []),
    getContextWindow: () => getContextWindowOrDefault(undefined),
  };
}

async function createRemoteChatAgent(
  url: string,
  cardTrust: CardTrust | undefined,
  { model, writeError }: OpenAgentOptions,
): Promise<ChatAgent> {
  if (model !== undefined)
    throw createUsageError('--model requires an agent folder: a remote agent has its own model');
  const { createRemoteAgentClient } = await import('#agents/calling');
  const { functionEnvironment } = await import('#engine/tools');
  // The client does not wait for an unreachable agent: the runner retries, and shows why the turn waits.
  const reached = { startPatienceMs: 0, ...(cardTrust && { cardTrust }) };
  const { agent } = createRemoteAgentClient(url, reached);
  return {
    ...createChatAgentParts(url, agent, functionEnvironment({}), writeError),
    facts: [['address', url]],
    listItems: () => Promise.resolve([]),
    getContextWindow: () => Promise.resolve(Number.POSITIVE_INFINITY),
  };
}

/**
 * Creates the fields that a chat agent made of code or of a remote agent needs, because no folder
 * provides them.
 */
function createChatAgentParts(
  name: string,
  agent: AgentFn,
  environment: ToolEnvironment,
  writeError: (text: string) => void,
): Pick<ChatAgent, 'served' | 'hasOwnItems' | 'onError' | 'close'> {
  return {
    served: {
      name,
      agent,
      toolSite: 'server',
      limits: CHAT_LIMITS,
      environment: () => environment,
    },
    hasOwnItems: false,
    onError: createErrorWriter(writeError),
    close: () => Promise.resolve(),
  };
}

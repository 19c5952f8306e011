import { statSync } from 'node:fs';
import { basename } from 'node:path';
import type { CardTrust } from '../../a2a/index.ts';
import { createUsageError } from '../command-error.ts';
import { agentNamed, noteUse } from '../person-agents.ts';
import { createErrorWriter } from '../served-folder.ts';
import { CHAT_LIMITS, type ChatAgent, type OpenAgentOptions } from './chat-agent.ts';
import { openFolderAgent } from './folder-agent.ts';

/**
 * Opens what a command line names: a path, an address, or an agent that the person knows by that name.
 * Throws errors that say what to do.
 */
export async function openChatAgent(
  named: string,
  options: OpenAgentOptions,
): Promise<ChatAgent> {
  const given = await agentNamed(named, options.env);
  const { source } = given;
  const agent = await agentOf(given, options);
  if (options.isOwn && !isScriptFile(source)) {
    await noteUse({ name: agent.served.name, source }, options);
  }
  return agent;
}

type GivenAgent = Awaited<ReturnType<typeof agentNamed>>;

async function agentOf(
  { source: named, card_keys: keys }: GivenAgent,
  options: OpenAgentOptions,
): Promise<ChatAgent> {
  if (/^https?:/i.test(named)) return agentAt(named, keys && { keys }, options);
  return isScriptFile(named) ? scriptIn(named, options) : openFolderAgent(named, options);
}

function isScriptFile(named: string): boolean {
  const isFile = statSync(named, { throwIfNoEntry: false })?.isFile() ?? false;
  return isFile && named.endsWith('.json') && basename(named) !== 'tsagent.json';
}

async function scriptIn(
  file: string,
  { model, complain }: OpenAgentOptions,
): Promise<ChatAgent> {
  if (model !== undefined) throw createUsageError('--model goes with a folder: a script needs no model');
  const { contextWindowOrDefault, loadScript, scriptedAgent } =
    await import('../../model/index.ts');
  const { buildToolsSchema, functionEnvironment, DEFAULT_TOOLS } =
    await import('../../environment/index.ts');
  const script = await loadScript(file);
  const environment = functionEnvironment(DEFAULT_TOOLS);
  const name = script.name ?? basename(file, '.json');
  const agent = scriptedAgent(script);
  const tools = buildToolsSchema(DEFAULT_TOOLS).map(
    ({ function: { name: tool, description } }) => ({
      name: tool,
      ...(description !== undefined && { description }),
      include: 'always' as const,
    }),
  );
  return {
    served: {
      name,
      agent,
      toolSite: 'server',
      limits: CHAT_LIMITS,
      environment: () => environment,
    },
    facts: [
      ['name', name],
      ['script', file],
    ],
    answers: agent,
    items: async (kind) => (kind === 'tool' ? tools : []),
    hasOwnItems: false,
    window: () => contextWindowOrDefault(undefined),
    onError: createErrorWriter(complain, String),
    close: () => Promise.resolve(),
  };
}

async function agentAt(
  url: string,
  cardTrust: CardTrust | undefined,
  { model, complain }: OpenAgentOptions,
): Promise<ChatAgent> {
  if (model !== undefined) throw createUsageError('--model goes with a folder: a peer has a model of its own');
  const { remotePeer } = await import('../../calling/index.ts');
  const { functionEnvironment } = await import('../../environment/index.ts');
  const environment = functionEnvironment({});
  return {
    served: {
      name: url,
      agent: remotePeer(url, cardTrust && { cardTrust }).agent,
      toolSite: 'server',
      limits: CHAT_LIMITS,
      environment: () => environment,
    },
    facts: [['address', url]],
    items: () => Promise.resolve([]),
    hasOwnItems: false,
    window: () => Promise.resolve(Number.POSITIVE_INFINITY),
    onError: createErrorWriter(complain, String),
    close: () => Promise.resolve(),
  };
}

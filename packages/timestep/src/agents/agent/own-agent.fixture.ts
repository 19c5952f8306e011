import { onTestFinished } from 'vitest';
import type { JsonObject, TurnSettings } from '#core';
import { agentBuiltinEcho } from '#agents/model';
import type { AgentStorage, CallRuling, SessionStore, ToolResult } from '#engine/port';
import { loadAgent } from './load-agent.ts';
import { memoryStorage } from '#agents/folder';

const NEVER = new AbortController().signal;

const TASK = { id: 't', contextId: 'c', agent: 'x', principal: 'ann', metadata: {} };
export const RULE = '---\nname: kind\ninclude: always\n---\n\nBe kind.\n';

export function ownFiles(manifest: JsonObject = {}): Record<string, string> {
  const own = (tool: string): JsonObject => ({ type: 'internal', tool });
  const mcpServers = {
    rules: own('rules'),
    refs: own('references'),
    skills: own('skills'),
    tools: own('tools'),
    talks: own('sessions'),
  };
  return {
    'tsagent.json': JSON.stringify(
      { metadata: { name: 'x' }, mcpServers, ...manifest },
      undefined,
      2,
    ),
    'rules/kind.mdt': RULE,
    'references/map.mdt': '---\nname: map\ndescription: Where north is.\n---\n\nNorth is up.\n',
    'skills/forms/SKILL.md': '---\nname: forms\ndescription: Fills forms.\n---\n\n# Forms\n',
    'skills/forms/fill.py': 'print()',
  };
}

/** A test agent whose built-in tools are called in the same way as in the agent loop. */
export interface OwnAgent {
  readonly storage: AgentStorage;
  readonly names: (turn?: TurnSettings) => Promise<readonly string[]>;
  readonly needsApproval: () => Promise<readonly string[]>;
  readonly judge: (
    name: string,
    args: JsonObject,
    turn?: TurnSettings,
  ) => Promise<CallRuling | undefined>;
  /** Makes a tool call that a user has approved. */
  readonly call: (name: string, args?: JsonObject, turn?: TurnSettings) => Promise<ToolResult>;
  /** Makes a tool call and returns its structured result. */
  readonly data: (name: string, args?: JsonObject) => Promise<unknown>;
  readonly textAt: (path: string) => Promise<string | undefined>;
}

export async function ownAgent(
  files: Readonly<Record<string, string>> | AgentStorage = ownFiles(),
  sessions?: SessionStore | Promise<SessionStore>,
): Promise<OwnAgent> {
  const storage =
    'watch' in files && typeof files.watch === 'function'
      ? (files as AgentStorage)
      : memoryStorage(files as Record<string, string>);
  const definition = await loadAgent(storage, { model: agentBuiltinEcho });
  onTestFinished(() => definition.close());
  if (sessions) definition.useSessions(sessions);
  const environment = definition.environments.default;
  const context = (turn?: TurnSettings) => ({
    key: 'k',
    attempt: 1,
    approved: true,
    task: TASK,
    signal: NEVER,
    ...(turn && { turn }),
  });
  const call: OwnAgent['call'] = async (name, args = {}, turn) =>
    environment.callTool({ id: '1', name, arguments: args }, context(turn));
  return {
    storage,
    names: async (turn) =>
      (await environment.listTools(NEVER, turn)).map((tool) => tool.function.name),
    needsApproval: async () =>
      (await environment.listTools(NEVER))
        .filter((tool) => tool.needsApproval === true)
        .map((tool) => tool.function.name),
    judge: async (name, args, turn) =>
      environment.judgeCall?.(
        { id: '1', name, arguments: args },
        { task: TASK, signal: NEVER, ...(turn && { turn }) },
      ),
    call,
    async data(name, args) {
      const { content, structured, isError } = await call(name, args);
      if (isError) throw new Error(content);
      return structured;
    },
    async textAt(path) {
      const file = await storage.read(path);
      return file && new TextDecoder().decode(file.contents);
    },
  };
}

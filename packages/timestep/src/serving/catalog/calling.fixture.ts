import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { AssistantMessage, Message, Task } from '#core';
import {
  openBackendWithStores,
  toServedAgents,
  type AgentFn,
  type Runner,
  type SessionStore,
} from '#engine/port';
import { openMemory, openSqlite } from '#engine/runner';
import { openTestCatalog, createTestFolder } from './catalog.fixture.ts';
import type { Catalog, CatalogOptions } from './catalog.ts';

export const NEVER = new AbortController().signal;

/** Backends on which calls between agents are tested. */
export const BACKENDS = {
  memory: openMemory,
  SQLite: (needs: Parameters<typeof openMemory>[0]) =>
    openSqlite({ ...needs, path: join(createTestFolder(), 'tasks.db') }),
} as const;

type Reply = Partial<AssistantMessage>;

/**
 * Reply functions by agent name. Each receives the results of its tools so far, oldest first, and
 * the newest user text.
 */
export type Roles = Readonly<
  Record<string, (results: readonly string[], said: string) => Reply | Promise<Reply>>
>;

/** Opens a catalog whose agents run on a backend until the test ends. */
export async function openCallingCatalog(
  sources: readonly string[],
  roles: Roles,
  open: (typeof BACKENDS)[keyof typeof BACKENDS] = openMemory,
  options: CatalogOptions = {},
): Promise<{
  readonly catalog: Catalog;
  readonly runner: Runner;
  readonly sessions: SessionStore;
}> {
  const catalog = await openTestCatalog(sources, {
    ...options,
    load: { model: createRoleModel(roles) },
  });
  const agents = catalog.servables.list();
  const backend = await openBackendWithStores(agents, () =>
    open({ agents: toServedAgents(agents.map(({ loop }) => loop)) }),
  );
  onTestFinished(() => backend.close(0));
  return { catalog, runner: backend.runner, sessions: backend.sessions };
}

function createRoleModel(roles: Roles): AgentFn {
  return async (messages, { task }) => {
    const newest = messages.findLastIndex(({ role }) => role === 'user');
    const results = messages
      .slice(newest)
      .flatMap((message: Message) => (message.role === 'tool' ? [message.content] : []));
    const said = messages[newest]?.content;
    const reply = await roles[task.agent]?.(results, typeof said === 'string' ? said : '');
    return {
      role: 'assistant',
      content: null,
      usage: { prompt_tokens: 5, completion_tokens: 5, total_tokens: 10 },
      cost_usd: 0.01,
      ...reply,
    };
  };
}

/** Creates a reply that calls tools. */
export function createCalls(
  ...wanted: readonly (readonly [name: string, args: object])[]
): Partial<AssistantMessage> {
  return {
    tool_calls: wanted.map(([name, args], at) => ({
      id: `c${at + 1}`,
      type: 'function',
      function: { name, arguments: JSON.stringify(args) },
    })),
  };
}

/** Sends a message and resolves to the task after it has ended or waits for input. */
export async function sendMessage(
  runner: Runner,
  agent: string,
  content: string,
  more: Partial<Parameters<Runner['submit']>[0]> = {},
): Promise<Task> {
  const { id } = await runner.submit({
    agent,
    principal: 'ann',
    messageId: crypto.randomUUID(),
    message: { role: 'user', content },
    ...more,
  });
  return runner.waitUntilSettled(id, NEVER);
}

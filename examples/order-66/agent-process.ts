import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { toArray, type Task, type ToolSchema } from '@timestep-ai/timestep/core';
import { listen } from '@timestep-ai/timestep/http';
import type { Runner, ServedAgent } from '@timestep-ai/timestep/port';
import { createAgentApp } from './agent-app.ts';
import type { Card } from './card.ts';
import { createMessageReceiver, type MessageReceiver } from './messages/message-receiver.ts';
import type { InboundMessage } from './messages/inbound.ts';
import type { Log } from './log.ts';
import { waitForEnd } from './process-end.ts';
import type { Settings } from './settings.ts';
import type { Telemetry } from './telemetry/telemetry.ts';

export interface AgentProcess {
  readonly settings: Settings;
  readonly port: number;
  readonly card: Card;
  readonly served: ServedAgent;
  readonly waiting: ToolSchema;
  readonly isNamedByConversation?: boolean;
  readonly log: Log;
  readonly telemetry: Telemetry;
  createRunner(onError: (thrown: unknown) => void): Promise<Runner> | Runner;
  readonly view: (taskId: string, task: Task) => object;
  readonly onInbound?: (inbound: InboundMessage) => void;
  readonly route?: (request: Request, door: MessageReceiver) => Promise<Response | undefined>;
}

const GRACE_MS = 1000;

/** Runs an agent until the process must end: resumes unfinished tasks, then listens. */
export async function runAgent(agent: AgentProcess): Promise<void> {
  const { settings, card, log, telemetry, view, onInbound, route } = agent;
  mkdirSync(settings.stateDir, { recursive: true });
  const hasRunBefore = existsSync(join(settings.stateDir, `${card.name}.db`));
  const onFailure = (thrown: unknown): void => {
    const reason = thrown instanceof Error ? thrown.message : String(thrown);
    log('service_error', { level: 'error', reason });
  };
  const runner = await agent.createRunner(onFailure);
  const door = createMessageReceiver({
    runner,
    agent: card.name,
    waiting: agent.waiting,
    isNamedByConversation: agent.isNamedByConversation ?? false,
    onFailure,
  });
  const left = await door.resumeTasks();
  if (hasRunBefore) log('worker_restarted', { unfinished: left.length });
  for (const { contextId: taskId, state, generation, entries } of left) {
    const newest = toArray(entries).findLast(({ message }) => message.role === 'user');
    const messageId = newest && parseMessageId(newest.messageId);
    log('workflow_replayed', { taskId, ...(messageId && { messageId }), state, generation });
  }
  const app = createAgentApp({
    card,
    door,
    log,
    view,
    ...(onInbound && { onInbound }),
    allowedHosts: settings.allowedHosts,
    ...(route && { route: (request) => route(request, door) }),
  });
  const listening = await listen(app, {
    port: agent.port,
    host: settings.host,
    authenticated: settings.allowedHosts.length > 0,
  });
  log('service_started', { port: listening.port, pid: process.pid });
  await waitForEnd();
  await Promise.all([listening.close(GRACE_MS), runner.close(GRACE_MS), telemetry.flush()]);
}

/** Returns the sender's id of a message, which is the second part of the stored id. */
function parseMessageId(kept: string): string | undefined {
  const parts: unknown = kept.startsWith('[') ? JSON.parse(kept) : undefined;
  return Array.isArray(parts) ? String(parts[1]) : undefined;
}

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import {
  apply,
  getText,
  type AssistantMessage,
  type NumberedEvent,
  type Submission,
  type Task,
  type TaskEvent,
} from '#core';
import { functionEnvironment } from '#engine/tools';
import type { AgentFn, ServedAgent, TaskUpdate } from '#engine/port';
import { openDatabase } from './file/database.ts';

export const NEVER: AbortSignal = new AbortController().signal;

export interface Files {
  newPath(): string;
  readonly remove: () => void;
}

/** Paths for databases, in a folder of their own. */
export function temporaryFiles(): Files {
  const folder = mkdtempSync(join(tmpdir(), 'timestep-'));
  let count = 0;
  return {
    newPath() {
      count += 1;
      return join(folder, `${count}.db`);
    },
    remove: () => rmSync(folder, { recursive: true }),
  };
}

/** Makes an empty file as early releases made it: large pages, and no table with row numbers. */
export function makeEarlyFile(path: string): void {
  const file = new DatabaseSync(path);
  file.exec(`PRAGMA page_size = 4096; PRAGMA auto_vacuum = INCREMENTAL;
    CREATE TABLE written (id INTEGER); DROP TABLE written`);
  file.close();
  const database = openDatabase(path, 'FULL');
  database.exec(`
    DROP TABLE event;
    CREATE TABLE event (
      task_id TEXT NOT NULL,
      generation INTEGER NOT NULL,
      body TEXT NOT NULL,
      PRIMARY KEY (task_id, generation)
    ) WITHOUT ROWID;
    DROP TABLE inbound;
    CREATE TABLE inbound (
      principal TEXT NOT NULL,
      agent TEXT NOT NULL,
      message_id TEXT NOT NULL,
      body_hash TEXT NOT NULL,
      task_id TEXT NOT NULL,
      PRIMARY KEY (principal, agent, message_id)
    ) WITHOUT ROWID;
    CREATE INDEX inbound_by_task ON inbound (task_id)`);
  database.close();
}

/** Everything that a task's readers are shown, up to its end. */
export async function collected(updates: AsyncIterable<TaskUpdate>): Promise<TaskUpdate[]> {
  const all: TaskUpdate[] = [];
  for await (const update of updates) all.push(update);
  return all;
}

export const echo: AgentFn = (messages) => {
  const last = messages.at(-1);
  return { role: 'assistant', content: `heard ${last ? getText(last) : ''}` };
};

export function stuck(): Promise<never> {
  return new Promise<never>(() => undefined);
}

/** Calls these tools once, each by its own name, then says `done`. */
export function calling(...names: string[]): AgentFn {
  return (messages): AssistantMessage => {
    if (messages.some((it) => it.role === 'tool')) return { role: 'assistant', content: 'done' };
    const tool_calls = names.map((name) => ({
      id: name,
      type: 'function' as const,
      function: { name, arguments: '{}' },
    }));
    return { role: 'assistant', content: '', tool_calls };
  };
}

export function served(agent: AgentFn, more: Partial<ServedAgent> = {}): ServedAgent {
  const environment = functionEnvironment({ ask: () => 'ran' });
  return {
    name: 'a',
    agent,
    toolSite: 'server',
    limits: { max_steps: 10, time_limit_s: 60 },
    environment: () => environment,
    ...more,
  };
}

export function saying(content: string, messageId: string = content): Submission {
  return { agent: 'a', principal: 'p', messageId, message: { role: 'user', content } };
}

/** A task and the events that made it. */
export interface Journal {
  readonly task: Task;
  readonly events: readonly NumberedEvent[];
}

export function begun(id: string, more: Partial<Submission> = {}, at = 0): Journal {
  const { agent = 'a', principal = 'p', contextId = 'c' } = more;
  const first: NumberedEvent = {
    type: 'task.submitted',
    generation: 1,
    at,
    taskId: id,
    contextId,
    agent,
    principal,
    coreVersion: 1,
    toolSite: 'server',
    limits: { max_steps: 10, time_limit_s: 60 },
    seed: 0,
    loadPrompt: true,
    history: [],
    clientTools: [],
  };
  return { task: apply(undefined, first), events: [first] };
}

/** What follows a journal: the task after it, and the added events alone. */
export function followedBy({ task }: Pick<Journal, 'task'>, ...added: TaskEvent[]): Journal {
  const events: NumberedEvent[] = [];
  let after = task;
  for (const event of added) {
    const numbered = { ...event, generation: after.generation + 1, at: after.updatedAt + 1 };
    after = apply(after, numbered);
    events.push(numbered);
  }
  return { task: after, events };
}

/** A whole journal, from its beginning. */
export function journal(first: Journal, ...added: TaskEvent[]): Journal {
  const { task, events } = followedBy(first, ...added);
  return { task, events: [...first.events, ...events] };
}

export function told(content: string): TaskEvent {
  return { type: 'message.received', messageId: content, message: { role: 'user', content } };
}

export const FINISHED: TaskEvent = {
  type: 'task.finished',
  state: 'completed',
  reason: 'final_answer',
};

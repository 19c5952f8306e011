import {
  AGENT_VERSION_TABLES,
  DIVIDED_CALL_TABLE,
  DIVIDED_WORK_TABLE,
  FILE_TABLES,
  RESPONSE_TABLES,
  SESSION_TABLES,
  WAITING_TASKS_INDEX,
  TRACE_TABLES,
  VECTOR_TABLES,
} from '@timestep-ai/timestep/store';

export const SCHEMA: readonly string[] = [
  `CREATE TABLE IF NOT EXISTS task (
    id TEXT PRIMARY KEY,
    principal TEXT NOT NULL,
    agent TEXT NOT NULL,
    context_id TEXT NOT NULL,
    state TEXT NOT NULL,
    ended INTEGER NOT NULL,
    created_at BIGINT NOT NULL,
    updated_at BIGINT NOT NULL,
    generation INTEGER NOT NULL
  )`,
  'DROP INDEX IF EXISTS task_by_context',
  'CREATE INDEX IF NOT EXISTS task_of_context ON task (context_id, updated_at DESC, id)',
  'CREATE INDEX IF NOT EXISTS task_under_way ON task (context_id) WHERE ended = 0',
  'CREATE INDEX IF NOT EXISTS task_by_end ON task (updated_at, id) WHERE ended = 1',
  WAITING_TASKS_INDEX,
  `CREATE TABLE IF NOT EXISTS event (
    task_id TEXT NOT NULL,
    generation INTEGER NOT NULL,
    body TEXT NOT NULL,
    PRIMARY KEY (task_id, generation)
  )`,
  `CREATE TABLE IF NOT EXISTS snapshot (
    task_id TEXT PRIMARY KEY,
    generation INTEGER NOT NULL,
    body TEXT NOT NULL
  )`,
  `CREATE TABLE IF NOT EXISTS content (
    task_id TEXT NOT NULL,
    name TEXT NOT NULL,
    body TEXT NOT NULL,
    PRIMARY KEY (task_id, name)
  )`,
  `CREATE TABLE IF NOT EXISTS inbound (
    principal TEXT NOT NULL,
    agent TEXT NOT NULL,
    message_id TEXT NOT NULL,
    task_id TEXT NOT NULL,
    body_hash TEXT NOT NULL,
    accepted_at BIGINT NOT NULL,
    delivered INTEGER NOT NULL,
    taken INTEGER NOT NULL,
    PRIMARY KEY (principal, agent, message_id)
  )`,
  'DROP INDEX IF EXISTS inbound_waiting',
  'CREATE INDEX IF NOT EXISTS inbound_unread ON inbound (accepted_at) WHERE taken = 0',
  'CREATE INDEX IF NOT EXISTS inbound_of_task ON inbound (task_id, taken)',
  `CREATE TABLE IF NOT EXISTS delta (
    task_id TEXT NOT NULL,
    position INTEGER NOT NULL,
    step INTEGER NOT NULL,
    attempt INTEGER NOT NULL,
    after INTEGER NOT NULL,
    body TEXT NOT NULL,
    PRIMARY KEY (task_id, step, attempt, position)
  )`,
  `CREATE TABLE IF NOT EXISTS push_target (
    task_id TEXT NOT NULL,
    id TEXT NOT NULL,
    body TEXT NOT NULL,
    sent INTEGER NOT NULL,
    failures INTEGER NOT NULL,
    due_at BIGINT NOT NULL,
    holder TEXT NOT NULL,
    PRIMARY KEY (task_id, id)
  )`,
  'CREATE INDEX IF NOT EXISTS push_target_due ON push_target (due_at)',
  `CREATE TABLE IF NOT EXISTS secret (
    name TEXT PRIMARY KEY,
    value TEXT NOT NULL
  )`,
  ...RESPONSE_TABLES,
  ...SESSION_TABLES,
  ...VECTOR_TABLES,
  ...FILE_TABLES,
  ...TRACE_TABLES,
  ...AGENT_VERSION_TABLES,
  DIVIDED_WORK_TABLE,
  DIVIDED_CALL_TABLE,
];

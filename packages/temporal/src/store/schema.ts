/** The tables, in words that SQLite and PostgreSQL both know. */
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
  'CREATE INDEX IF NOT EXISTS task_by_change ON task (principal, updated_at DESC, id)',
  'CREATE INDEX IF NOT EXISTS task_by_context ON task (context_id, updated_at DESC)',
  'CREATE INDEX IF NOT EXISTS task_under_way ON task (context_id) WHERE ended = 0',
  'CREATE INDEX IF NOT EXISTS task_by_end ON task (updated_at, id) WHERE ended = 1',
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
  'CREATE INDEX IF NOT EXISTS inbound_waiting ON inbound (accepted_at) WHERE delivered = 0',
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
  `CREATE TABLE IF NOT EXISTS response (
    principal TEXT NOT NULL,
    id TEXT NOT NULL,
    agent TEXT NOT NULL,
    used BIGINT NOT NULL,
    used_at BIGINT NOT NULL,
    unfinished INTEGER NOT NULL,
    holder TEXT NOT NULL,
    held_until BIGINT NOT NULL,
    size BIGINT NOT NULL,
    record TEXT NOT NULL,
    PRIMARY KEY (principal, id)
  )`,
  'CREATE INDEX IF NOT EXISTS response_by_use ON response (used)',
  'CREATE INDEX IF NOT EXISTS response_ended ON response (used) WHERE unfinished = 0',
  'CREATE INDEX IF NOT EXISTS response_free ON response (held_until) WHERE unfinished = 1',
  `CREATE TABLE IF NOT EXISTS response_item (
    principal TEXT NOT NULL,
    id TEXT NOT NULL,
    response_id TEXT NOT NULL,
    PRIMARY KEY (principal, id)
  )`,
  'CREATE INDEX IF NOT EXISTS item_of_response ON response_item (principal, response_id)',
  `CREATE TABLE IF NOT EXISTS response_total (
    id INTEGER PRIMARY KEY,
    entries BIGINT NOT NULL,
    size BIGINT NOT NULL
  )`,
  `CREATE TABLE IF NOT EXISTS secret (
    name TEXT PRIMARY KEY,
    value TEXT NOT NULL
  )`,
  'INSERT INTO response_total (id, entries, size) VALUES (1, 0, 0) ON CONFLICT DO NOTHING',
  'CREATE INDEX IF NOT EXISTS response_ended_of ON response (principal, used) WHERE unfinished = 0',
  `CREATE TABLE IF NOT EXISTS response_account (
    principal TEXT NOT NULL,
    unfinished INTEGER NOT NULL,
    entries BIGINT NOT NULL,
    size BIGINT NOT NULL,
    PRIMARY KEY (principal, unfinished)
  )`,
  `CREATE INDEX IF NOT EXISTS response_account_by_entries
    ON response_account (entries) WHERE unfinished = 0`,
  `CREATE INDEX IF NOT EXISTS response_account_by_size
    ON response_account (size) WHERE unfinished = 0`,
  // What was kept before there were accounts.
  `INSERT INTO response_account (principal, unfinished, entries, size)
    SELECT principal, unfinished, count(*), sum(size) FROM response
    WHERE NOT EXISTS (SELECT 1 FROM response_account) GROUP BY principal, unfinished`,
];

import { DatabaseSync } from 'node:sqlite';

/** Number of copies per statement, between which progress is reported. */
const STEP = 10_000;

/**
 * Copies the tasks of a database, with their logs and messages, until it has `count` tasks. Copies are
 * older than their originals, and each belongs to a conversation of its own. They came by several
 * protocols, agents have asked every fifth, and their figures differ.
 */
export function fillDatabase(
  path: string,
  count: number,
  report: (done: number) => void = () => undefined,
): void {
  const database = new DatabaseSync(path);
  database.exec('PRAGMA synchronous = OFF; PRAGMA cache_size = -200000');
  const originals = database.prepare('SELECT id, context_id FROM task WHERE suspended = 0').all();
  const copies = Math.ceil((count - originals.length) / originals.length);
  const statements = COPIES.map((sql) => database.prepare(sql));
  for (let from = 1; from <= copies; from += STEP) {
    database.exec('BEGIN');
    const to = Math.min(copies, from + STEP - 1);
    for (const { id, context_id: context } of originals) {
      for (const statement of statements)
        statement.run({ from, to, id: String(id), context: String(context) });
    }
    database.exec('COMMIT');
    report(to * originals.length);
  }
  database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  database.close();
}

const NUMBERS = `WITH RECURSIVE copy(i) AS (SELECT :from UNION ALL SELECT i + 1 FROM copy WHERE i < :to)`;
const NEW_ID = `substr(:id, 1, 24) || printf('%012x', i)`;
const NEW_CONTEXT = `substr(:context, 1, 24) || printf('%012x', i)`;
const NEW_BODY = `replace(replace(body, :id, ${NEW_ID}), :context, ${NEW_CONTEXT})`;

const COPIES: readonly string[] = [
  `${NUMBERS} INSERT INTO task SELECT ${NEW_ID}, principal, agent, ${NEW_CONTEXT}, state, ended,
     created_at - i, updated_at - i, generation, owner, epoch, suspended,
     CASE i % 3 WHEN 0 THEN 'mcp' WHEN 1 THEN 'a2a-1.0' ELSE entry END, i % 5 = 0,
     tokens + i % 10000, cost_usd + i % 1000, took_ms + i % 60000
   FROM copy CROSS JOIN task WHERE id = :id`,
  `${NUMBERS} INSERT INTO event SELECT ${NEW_ID}, generation, ${NEW_BODY}
   FROM copy CROSS JOIN event WHERE task_id = :id AND :context <> ''`,
  `${NUMBERS} INSERT INTO snapshot SELECT ${NEW_ID}, ${NEW_BODY}
   FROM copy CROSS JOIN snapshot WHERE task_id = :id AND :context <> ''`,
  `${NUMBERS} INSERT INTO inbound SELECT principal, agent, message_id || '-' || i, body_hash, ${NEW_ID}
   FROM copy CROSS JOIN inbound WHERE task_id = :id AND :context <> ''`,
];

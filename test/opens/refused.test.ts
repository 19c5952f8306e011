/** What was not written so is noticed: these tests show that the others can fail. */
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it, onTestFinished } from 'vitest';
import { timestep } from './command.ts';
import { copyOf, GENERATIONS, writtenOf } from './generation.ts';
import { openGeneration, type Opened } from './opened.ts';
import { outcomeOf, send, taskOf } from './protocol.ts';

describe.each(GENERATIONS)('a changed database of %s', (generation) => {
  const { tasks } = writtenOf(generation).database;
  const payer = tasks['payer']?.id ?? '';

  async function opened(change: (path: string) => void): Promise<Opened> {
    const found = await openGeneration(generation, { change });
    onTestFinished(() => found.close());
    return found;
  }

  /** A copy that is changed and not opened. */
  function copied(change: (path: string) => void): string {
    const { folder, remove } = copyOf(generation, 'tasks.db');
    onTestFinished(remove);
    change(join(folder, 'tasks.db'));
    return folder;
  }

  /** What doctor calls a problem in a copy, by code. */
  async function problemsIn(folder: string): Promise<Readonly<Record<string, string>>> {
    const { stdout } = await timestep(folder, ['doctor', '--json', '--database', 'tasks.db']);
    const { findings } = JSON.parse(stdout) as {
      readonly findings: readonly {
        readonly severity: string;
        readonly code: string;
        readonly message: string;
      }[];
    };
    const problems = findings.filter(({ severity }) => severity === 'problem');
    return Object.fromEntries(problems.map(({ code, message }) => [code, message]));
  }

  it('of a newer release is refused', async () => {
    const why = /was written by a newer release \(schema 10\d\d.*\): upgrade/;
    await expect(openGeneration(generation, { change: makeNewer })).rejects.toMatchObject({
      code: 'newer-version',
      message: expect.stringMatching(why) as string,
    });
    const listed = await timestep(copied(makeNewer), ['tasks', 'list', '--database', 'tasks.db']);
    expect(listed).toMatchObject({ code: 1, stderr: expect.stringMatching(why) as string });
  });

  it('ends otherwise where a recorded call is another one', async () => {
    const { main } = await opened((path) => {
      edit(path, "UPDATE event SET body = replace(body, ':42,', ':43,') WHERE task_id = ?", payer);
    });
    const parts = [{ text: 'yes' }];
    const ended = await send(main.url, 'payer', { messageId: 'n-payer', taskId: payer, parts });
    expect(outcomeOf(ended).answers).toEqual(['Paid 43.']);
  });

  it('is examined by doctor, which finds a gap in a log, and its other tasks are served', async () => {
    const withGap = (path: string): void =>
      edit(path, 'DELETE FROM event WHERE generation = 3 AND task_id = ?', payer);
    expect(Object.keys(await problemsIn(copied(() => undefined)))).toEqual(['stuck-task']);
    const found = await problemsIn(copied(withGap));
    expect(Object.keys(found)).toEqual(['broken-log', 'stuck-task']);
    expect(found['broken-log']).toContain(payer);
    const { main } = await opened(withGap);
    await expect(taskOf(main.url, 'payer', payer)).rejects.toThrow('-32603');
    const other = await taskOf(main.url, 'listener', tasks['listener']?.id ?? '');
    expect(outcomeOf(other).answers).toEqual(['Heard: a word for the listener.']);
  });
});

function makeNewer(path: string): void {
  const database = new DatabaseSync(path);
  const version = Number(database.prepare('PRAGMA user_version').get()?.['user_version']);
  database.exec(`PRAGMA user_version = ${version + 1000}`);
  database.close();
}

function edit(path: string, sql: string, ...values: readonly string[]): void {
  const database = new DatabaseSync(path);
  expect(database.prepare(sql).run(...values).changes).toBeGreaterThan(0);
  database.close();
}

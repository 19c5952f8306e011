import { afterAll, describe, expect, it } from 'vitest';
import { foldTask, type TaskEvent } from '#core';
import { openDatabase } from '../file/database.ts';
import { begun, FINISHED, followedBy, journal, temporaryFiles, told } from '../store.fixture.ts';
import { FencedError } from '#engine/store';
import { createTaskTable } from './task-table.ts';
import { encodeTaskWrite } from './task-write.ts';

const files = temporaryFiles();
afterAll(files.remove);

function opened() {
  const database = openDatabase(files.newPath(), 'NORMAL');
  return { database, table: createTaskTable(database) };
}

const EVERYTHING = -1;

describe('task table', () => {
  it('keeps a task and its log, and reads events page by page', () => {
    const { table } = opened();
    const first = begun('t');
    table.insert(encodeTaskWrite(first.task, first.events), 'me');
    const next = followedBy(first, told('one'), told('two'));
    table.append(encodeTaskWrite(next.task, next.events), 'me', 1);
    expect(table.load('t')).toEqual({ task: next.task, owner: 'me', epoch: 1 });
    expect(table.events('t', 0, 2)).toEqual([...first.events, ...next.events].slice(0, 2));
    expect(table.events('t', 2, 2)).toEqual(next.events.slice(1));
    expect(table.events('t', 3, EVERYTHING)).toEqual([]);
    expect(table.load('other')).toBeUndefined();
  });

  it.each([
    ['another owner', 'you', 1, 0],
    ['an ownership that is over', 'me', 0, 0],
    ['a log that has parted from the disk', 'me', 1, 1],
  ])('refuses the events of %s and writes nothing', (_whose, owner, epoch, ahead) => {
    const { table } = opened();
    const first = begun('t');
    table.insert(encodeTaskWrite(first.task, first.events), 'me');
    const next = followedBy(followedBy(first, ...Array(ahead).fill(told('lost'))), told('one'));
    expect(() => table.append(encodeTaskWrite(next.task, next.events), owner, epoch)).toThrow(
      FencedError,
    );
    expect(table.load('t')?.task).toEqual(first.task);
    expect(table.events('t', 0, EVERYTHING)).toEqual(first.events);
  });

  it('loads a long task from its snapshot and what came after', () => {
    const { table, database } = opened();
    let { task, events } = begun('t');
    const all = [...events];
    table.insert(encodeTaskWrite(task, events), 'me');
    while (task.generation < 450) {
      const text = String(task.generation);
      ({ task, events } = followedBy({ task }, told(text), told(text), told(text)));
      all.push(...events);
      table.append(encodeTaskWrite(task, events), 'me', 1);
    }
    expect(table.load('t')?.task).toEqual(foldTask(all));
    // Nothing before the newest snapshot is read.
    database.exec('DELETE FROM event WHERE generation <= 390');
    expect(table.load('t')?.task).toEqual(foldTask(all));
    database.exec('DELETE FROM event WHERE generation <= 400');
    expect(() => table.load('t')).toThrow(/cannot follow/);
  });

  it('is claimed by one only', () => {
    const { table } = opened();
    const { task, events } = begun('t');
    table.insert(encodeTaskWrite(task, events), 'me');
    const seen = { owner: 'me', epoch: 1 };
    expect(table.claim('t', seen, 'you')).toBe(true);
    expect(table.claim('t', seen, 'he')).toBe(false);
    expect(table.readStatus('t')).toMatchObject({ owner: 'you', epoch: 2 });
  });

  it('takes over what is under way for the agents asked for', () => {
    const { table } = opened();
    const ask: TaskEvent = {
      type: 'model.replied',
      step: 1,
      attempt: 1,
      message: {
        role: 'assistant',
        content: '',
        tool_calls: [{ id: 'x', type: 'function', function: { name: 'x', arguments: '' } }],
      },
    };
    const first = begun('waiting');
    const { origin } = first.task;
    const atClient = {
      ...first,
      task: { ...first.task, origin: { ...origin, toolSite: 'client' } as const },
    };
    const journals = [
      begun('running'),
      begun('other agent', { agent: 'b' }),
      journal(begun('ended'), FINISHED),
      journal(atClient, told('go'), ask),
    ];
    for (const { task, events } of journals) table.insert(encodeTaskWrite(task, events), 'gone');
    expect(table.takeOver('gone', 'me', ['a'])).toEqual(['running']);
    expect(table.takeOver('gone', 'me', ['a'])).toEqual([]);
    expect(table.readStatus('running')).toEqual({
      owner: 'me',
      epoch: 2,
      agent: 'a',
      generation: 1,
      hasEnded: false,
      isSettled: false,
      isWorking: true,
      isUnderWay: true,
    });
    expect(table.readStatus('waiting')).toMatchObject({ owner: 'gone', isUnderWay: false });
    expect(table.readStatus('ended')).toMatchObject({ hasEnded: true, isUnderWay: false });
  });
});

import { afterAll, describe, expect, it } from 'vitest';
import type { Submission } from '#core';
import { openDatabase } from '../file/database.ts';
import { computeBodyHash, createInboundTable } from './inbound-table.ts';
import { saying, temporaryFiles } from '../store.fixture.ts';

const files = temporaryFiles();
afterAll(files.remove);

describe('inbound table', () => {
  it('knows a message by sender, agent and id', () => {
    const table = createInboundTable(openDatabase(files.newPath(), 'NORMAL'));
    const message = saying('hi', 'm');
    const accepted = { taskId: 't', bodyHash: 'h' };
    table.insert(message, accepted);
    expect(table.find({ ...message, message: { role: 'user', content: 'else' } })).toEqual(
      accepted,
    );
    for (const other of [{ principal: 'q' }, { agent: 'b' }, { messageId: 'n' }]) {
      expect(table.find({ ...message, ...other })).toBeUndefined();
    }
    expect(() => table.insert(message, accepted)).toThrow(/UNIQUE/);
  });

  it('tells bodies apart by everything they say', () => {
    const message = saying('hi', 'm');
    const others: Submission[] = [
      saying('ho', 'm'),
      { ...message, taskId: 't' },
      { ...message, contextId: 'c' },
      { ...message, results: [{ callId: 'c', output: 'o' }] },
      { ...message, start: { history: [] } },
    ];
    const hashes = [message, ...others].map(computeBodyHash);
    expect(new Set(hashes).size).toBe(hashes.length);
    expect(computeBodyHash(structuredClone(message))).toBe(computeBodyHash(message));
  });
});

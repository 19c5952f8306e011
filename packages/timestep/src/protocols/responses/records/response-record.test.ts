import { expect, it } from 'vitest';
import type { ResponseObject } from '../wire/response-object.ts';
import { parseStoredRecord, serializeRecord, type ResponseRecord } from './response-record.ts';

function record(status: ResponseObject['status']): ResponseRecord {
  const response = { id: 'resp_1', status, output: [] } as unknown as ResponseObject;
  const where = { contextId: 'c', taskId: 't', generation: 2, transcriptLength: 2 };
  return { principal: 'ann', agent: 'a', ...where, instructed: false, input: [], response };
}

it.each(['in_progress', 'completed', 'failed'] as const)(
  'gives back a response that is %s as it was',
  (status) => {
    const stored = serializeRecord(record(status));
    expect(parseStoredRecord(stored)).toEqual(record(status));
    expect(stored).toMatchObject({ principal: 'ann', id: 'resp_1', agent: 'a' });
    expect(stored.isUnfinished).toBe(status === 'in_progress');
  },
);

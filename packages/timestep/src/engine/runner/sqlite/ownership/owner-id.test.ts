import { expect, it } from 'vitest';
import { createUuid } from '../../uuid.ts';
import { createOwnerId, getProcessName } from './owner-id.ts';

it('names a process by its process id and the end of its owner id', () => {
  expect(getProcessName(createOwnerId(4711, '018f3c2a-77ab-7000-8000-0123456789ab'))).toBe(
    '4711-89ab',
  );
});

it.each(['', createUuid(), '12345678-1234-7000-8000-0123456789ab'])(
  'has no name for "%s"',
  (owner) => {
    expect(getProcessName(owner)).toBeUndefined();
  },
);

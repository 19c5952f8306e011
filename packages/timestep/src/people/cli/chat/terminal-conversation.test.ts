import { expect, it } from 'vitest';
import { updateToNotice } from './terminal-conversation.ts';

const KNOWN = { isLive: true, wasNear: false };
const COMPACTED = {
  kind: 'session',
  event: { type: 'session.compacted', summary: 's', taskId: 't', generation: 2, at: 0 },
} as const;
const fill = (isNear: boolean) =>
  ({ kind: 'fill', fill: { tokens: 751, window: 1000, isNear } }) as const;

it('says that the conversation was summed up, where that is new', () => {
  expect(updateToNotice(COMPACTED, KNOWN)).toMatchObject({ about: 'compaction' });
  expect(updateToNotice(COMPACTED, { ...KNOWN, isLive: false })).toBeUndefined();
  const named = { type: 'session.named', name: 'n', generation: 2, at: 0 } as const;
  expect(updateToNotice({ kind: 'session', event: named }, KNOWN)).toBeUndefined();
});

it('says once that there is little room left', () => {
  expect(updateToNotice(fill(false), KNOWN)).toBeUndefined();
  expect(updateToNotice(fill(true), KNOWN)).toMatchObject({
    text: "About 75 % of the model's context is used: 751 of 1000 tokens.",
    advice: expect.stringContaining('/compact') as string,
  });
  expect(updateToNotice(fill(true), { ...KNOWN, wasNear: true })).toBeUndefined();
});

it('says why the conversation could not be summed up', () => {
  const error = { code: 'compaction-failed', message: 'the model is away' };
  expect(updateToNotice({ kind: 'compaction-failed', error }, KNOWN)).toEqual({
    about: 'compaction',
    text: 'the model is away',
  });
});

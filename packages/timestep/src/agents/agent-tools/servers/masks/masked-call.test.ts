import { expect, it } from 'vitest';
import { TimestepError } from '#core';
import { callWithMaskedResult } from './mask-value.ts';

const KEY = 'a "key" of\nmine';
const server = { secrets: [KEY] };

it('takes secrets out of everything that a tool returns', async () => {
  const result = await callWithMaskedResult(
    server,
    () => [],
    async () => ({
      content: `used ${KEY}`,
      structured: { key: [KEY] },
      question: { text: `Is ${KEY} right?` },
      artifacts: [{ artifact_id: 'a', parts: [{ type: 'text', text: KEY }] }],
    }),
  );
  expect(result).toEqual({
    content: 'used [secret]',
    structured: { key: ['[secret]'] },
    question: { text: 'Is [secret] right?' },
    artifacts: [{ artifact_id: 'a', parts: [{ type: 'text', text: '[secret]' }] }],
  });
});

it('takes them out of failures, whose codes stay', async () => {
  const failing = (thrown: Error) =>
    callWithMaskedResult(
      server,
      () => [],
      () => Promise.reject(thrown),
    );
  await expect(failing(new TimestepError('away', `no ${KEY}`))).rejects.toMatchObject({
    code: 'away',
    message: 'no [secret]',
  });
  await expect(failing(new Error(KEY))).rejects.toMatchObject({ code: 'tool-failed' });
});

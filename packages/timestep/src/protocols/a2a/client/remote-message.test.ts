import { expect, it } from 'vitest';
import type { JsonValue } from '#core';
import { requireSupportedModes } from '../wire/media-modes.ts';
import { messageToSubmission } from '../wire/message-to-submission.ts';
import { buildSendParams } from './remote-message.ts';

it('accepts whatever an agent answers in', () => {
  const sent = { messageId: 'm1', message: 'draw' };
  const params = buildSendParams(sent, { protocolVersion: '1.0' }, 'stream');
  const request = messageToSubmission(params as unknown as JsonValue);
  expect(() => requireSupportedModes({ outputModes: ['image/png'] }, request)).not.toThrow();
});

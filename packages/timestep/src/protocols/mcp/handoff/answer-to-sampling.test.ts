import { describe, expect, it } from 'vitest';
import { samplingToHandoffOutcome, outcomeToSampling, type HandoffOutcome } from './sampling.ts';

describe("a handoff's outcome as the answer to a sampling request", () => {
  it.each<HandoffOutcome>([
    { ok: true, answer: { text: 'sunny' } },
    { ok: true, answer: { text: '', taskId: 'task', contextId: 'context' } },
    {
      ok: true,
      answer: {
        text: 'For whom?',
        taskId: 'task',
        question: { text: 'For whom?', options: ['Ada'], schema: { type: 'object' } },
      },
    },
    { ok: false, reason: 'handoff to http://localhost:1/ failed: nobody there' },
  ])('comes back whole: %j', (outcome) => {
    expect(samplingToHandoffOutcome(outcomeToSampling(outcome))).toEqual(outcome);
  });

  it('is read from clients that know nothing of ours', () => {
    expect(
      samplingToHandoffOutcome({
        role: 'assistant',
        model: 'a',
        content: [
          { type: 'text', text: 'one' },
          { type: 'image', data: 'AAAA', mimeType: 'image/png' },
          { type: 'text', text: 'two' },
        ],
      }),
    ).toEqual({ ok: true, answer: { text: 'one\ntwo' } });
  });
});

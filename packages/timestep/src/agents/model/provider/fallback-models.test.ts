import { describe, expect, it } from 'vitest';
import type { CalledModel, RefusalAdvice } from '#core';
import type { AgentContext } from '#engine/port';
import { createAgentContext } from '../agent-context.fixture.ts';
import { FAILURE_KINDS, type FailureCode } from '../failure/failure-kinds.ts';
import { ModelError, type ModelErrorDetails } from '../model-error.ts';
import { withFallbackModels, type CandidateModel } from './fallback-models.ts';

const MINUTE = 60_000;

interface Fake {
  readonly name: string;
  readonly size?: number;
  /** The failure of each call, until calls succeed. */
  readonly failures: (ModelError | undefined)[];
  readonly emits?: boolean;
}

/** Models of fakes, whose names are `provider/model`, and the calls that they received. */
function stage(...fakes: readonly Fake[]) {
  const asked: string[] = [];
  const clock = { now: 0 };
  const candidates = fakes.map(({ name, size, failures, emits }): CandidateModel => {
    const [provider = '', model = ''] = name.split('/');
    return {
      provider,
      model,
      getContextWindow: async () => size,
      agent(_messages, context) {
        asked.push(name);
        context.called?.({ provider, model });
        if (emits) context.emit({ type: 'text', text: name });
        const failure = failures.shift();
        if (failure) throw failure;
        return { role: 'assistant', content: name };
      },
    };
  });
  const agent = withFallbackModels(candidates, () => clock.now);
  const ask = async (context: Partial<AgentContext> = {}): Promise<string> => {
    asked.length = 0;
    try {
      const { content } = await agent([], createAgentContext(context));
      return content ?? '';
    } catch (thrown) {
      if (thrown instanceof ModelError) return `${thrown.code}: ${thrown.message}`;
      throw thrown;
    }
  };
  return { ask, asked, clock, agent };
}

function fail(code: FailureCode, details: ModelErrorDetails = {}): ModelError {
  return new ModelError(code, `${code}!`, { retryable: canPass(code), ...details });
}

/** The failure as models throw it: with advice how the task shortens the transcript. */
function failTooLong(advice: Partial<RefusalAdvice>): ModelError {
  return Object.assign(fail('context-length'), {
    refusal: { reason: 'length', ...advice },
  } as const);
}

function canPass(code: FailureCode): boolean {
  return FAILURE_KINDS[code].canPass === 'always';
}

const CODES = Object.keys(FAILURE_KINDS) as FailureCode[];
const passing = CODES.filter(canPass);
const lasting = CODES.filter((code) => !canPass(code));

describe('a failure that does not pass', () => {
  it.each(lasting)('is answered by another model if the table says so: %s', async (code) => {
    const { fallback } = FAILURE_KINDS[code];
    const { ask, asked } = stage(
      { name: 'a/one', size: 10, failures: [fail(code)] },
      { name: 'a/two', size: 10, failures: [] },
      { name: 'b/three', size: 20, failures: [] },
    );
    const answer = { 'any-model': 'a/two', 'other-account': 'b/three', 'larger-model': 'b/three' };
    expect(await ask()).toBe(fallback === 'none' ? `${code}: ${code}!` : answer[fallback]);
    expect(asked).toHaveLength(fallback === 'none' ? 1 : 2);
  });

  it('stays a failure if no other model fits', async () => {
    const { ask } = stage(
      { name: 'a/one', size: 10, failures: [fail('context-length')] },
      { name: 'b/unknown', failures: [] },
    );
    expect(await ask()).toBe('context-length: context-length!');
  });

  it('asks a larger model before the transcript is shortened', async () => {
    const tooLong = failTooLong({});
    const fakes = (failure?: ModelError): Fake[] => [
      { name: 'a/one', size: 10, failures: [tooLong] },
      { name: 'a/same', size: 10, failures: [] },
      { name: 'b/large', size: 20, failures: [failure] },
    ];
    expect(await stage(...fakes()).ask()).toBe('b/large');
    const largest = failTooLong({ limitTokens: 20 });
    const { agent } = stage(...fakes(largest));
    // The advice how to shorten the transcript is that of the largest model.
    await expect(agent([], createAgentContext())).rejects.toBe(largest);
    const alone = stage({ name: 'a/one', size: 10, failures: [tooLong] });
    await expect(alone.agent([], createAgentContext())).rejects.toBe(tooLong);
  });

  it('is told beside those of the other models, and waits if one of them can pass', async () => {
    const { ask } = stage(
      { name: 'a/one', failures: [fail('out-of-credit')] },
      { name: 'b/two', failures: [fail('overloaded')] },
    );
    expect(await ask()).toBe('overloaded: out-of-credit!; overloaded!');
  });
});

describe('a failure that can pass', () => {
  it.each(passing)('is awaited at first, and answered by another model later: %s', async (code) => {
    const failures = [1, 2, 3].map(() => fail(code));
    const { ask, asked, clock } = stage(
      { name: 'a/one', failures },
      { name: 'a/two', failures: [] },
    );
    expect(await ask()).toBe(`${code}: ${code}!`);
    clock.now = 2 * MINUTE - 1;
    expect(await ask({ failingSince: 0, attempt: 5 })).toBe(`${code}: ${code}!`);
    clock.now = 2 * MINUTE;
    expect(await ask({ failingSince: 0, attempt: 6 })).toBe('a/two');
    expect(asked).toEqual(['a/one', 'a/two']);
  });

  it.each<[string, ModelErrorDetails]>([
    ['the provider names a long pause', { retryAfterMs: 3 * MINUTE }],
    ['it must not be repeated any more', { maxAttempts: 2 }],
  ])('is answered by another model at once if %s', async (_why, details) => {
    const failures = [fail('rate-limited', details)];
    const { ask } = stage({ name: 'a/one', failures }, { name: 'a/two', failures: [] });
    expect(await ask({ attempt: 2 })).toBe('a/two');
  });

  it('is not awaited again in the next step, until the model answers', async () => {
    const failures = [fail('overloaded'), fail('overloaded'), undefined];
    const { ask, asked, clock } = stage(
      { name: 'a/one', failures },
      { name: 'a/two', failures: [] },
    );
    expect(await ask({ failingSince: -5 * MINUTE })).toBe('a/two');
    expect(await ask()).toBe('a/two');
    expect(asked).toEqual(['a/two']);
    clock.now = 5 * MINUTE;
    expect(await ask()).toBe('a/two');
    expect(asked).toEqual(['a/one', 'a/two']);
    clock.now = 10 * MINUTE;
    expect(await ask()).toBe('a/one');
  });
});

it('lets another model begin a new attempt if the first one has shown text', async () => {
  const { ask, agent } = stage(
    { name: 'a/one', failures: [fail('out-of-credit')], emits: true },
    { name: 'b/two', failures: [], emits: true },
  );
  await expect(agent([], createAgentContext())).rejects.toMatchObject({
    code: 'out-of-credit',
    retryable: true,
    retryAfterMs: 0,
  });
  expect(await ask({ attempt: 2 })).toBe('b/two');
});

it('reports the model that answered, and the one that did not', async () => {
  const { agent } = stage(
    { name: 'a/one', failures: [fail('model-not-found')] },
    { name: 'b/two', failures: [] },
  );
  let reported: CalledModel = {};
  await agent([], createAgentContext({ called: (one) => (reported = { ...reported, ...one }) }));
  expect(reported).toEqual({ provider: 'b', model: 'two', instead_of: 'a/one' });
});

it('does not ask another model after a cancellation', async () => {
  const { ask, asked } = stage(
    { name: 'a/one', failures: [fail('out-of-credit')] },
    { name: 'b/two', failures: [] },
  );
  await expect(ask({ signal: AbortSignal.abort(new Error('off')) })).rejects.toThrow('off');
  expect(asked).toEqual(['a/one']);
});

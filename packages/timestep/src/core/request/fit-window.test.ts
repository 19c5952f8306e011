import { describe, expect, it } from 'vitest';
import type { TaskEvent } from '../events/event.ts';
import { submitted, taskOf, user } from '../journal.fixture.ts';
import type { Message } from '../message/message.ts';
import { estimateTokens } from '../message/token-estimate.ts';
import { buildTranscript, type Task } from '../task/task.ts';
import { shortenRequestToWindow } from './fit-window.ts';

const error = { code: 'context-length', message: 'too long' };

function talk(turns: number, length: number): readonly Message[] {
  return Array.from({ length: turns }, (_, at): readonly Message[] => [
    { role: 'user', content: `question ${at} `.padEnd(length, 'q') },
    { role: 'assistant', content: `answer ${at} `.padEnd(length, 'a') },
  ]).flat();
}

/** Sends a task to a model with a window of tokens. Returns the number of refused requests. */
function send(
  events: readonly TaskEvent[],
  window: number,
  isKnown = true,
): { readonly refusals: number; readonly tokens: number; readonly task: Task } {
  const log = [...events];
  for (let attempt = 1; ; attempt += 1) {
    log.push({ type: 'model.started', step: 1, attempt });
    const task = taskOf(...log);
    const messages = buildTranscript(task);
    const tokens = estimateTokens(messages);
    if (tokens <= window) return { refusals: attempt - 1, tokens, task };
    const fit = shortenRequestToWindow(task, messages, [], isKnown ? { limitTokens: window } : {});
    if (!fit) return { refusals: Infinity, tokens, task };
    const { earlier, without } = fit;
    const summary = earlier && [{ kind: 'earlier', index: earlier.index, summary: 'S' } as const];
    log.push({
      type: 'model.refused',
      step: 1,
      attempt,
      error,
      without: [...without, ...(summary ?? [])],
    });
  }
}

describe('shortenRequestToWindow', () => {
  it('cuts results that are too long, and nothing else', () => {
    const call = { id: 'a', type: 'function', function: { name: 'f', arguments: '{}' } } as const;
    const history: readonly Message[] = [
      ...talk(3, 100),
      { role: 'user', content: 'read it' },
      { role: 'assistant', content: null, tool_calls: [call] },
      { role: 'tool', tool_call_id: 'a', content: 'l'.repeat(100_000) },
    ];
    const { refusals, task } = send([submitted({ history }), user('and?')], 10_000);
    expect(refusals).toBe(1);
    const shown = buildTranscript(task);
    expect(shown).toHaveLength(history.length + 1);
    expect(shown.filter((message, at) => message !== history[at]).length).toBe(2);
    expect(JSON.stringify(shown)).toContain('call the tool again for a smaller part');
  });

  it('replaces old messages by a summary if there are many', () => {
    const history = talk(200, 400);
    const { refusals, task, tokens } = send([submitted({ history }), user('and now?')], 5000);
    expect(refusals).toBe(1);
    const [first, ...rest] = buildTranscript(task);
    expect(first).toEqual({ role: 'user', content: 'S' });
    expect(rest.at(-1)).toEqual({ role: 'user', content: 'and now?' });
    expect(rest.length).toBeGreaterThan(5);
    expect(tokens).toBeGreaterThan(1000);
  });

  it.each([500, 2000, 20_000])('fits a window of %i tokens, known or not', (window) => {
    for (const history of [talk(3, 50_000), talk(300, 300), talk(1, 10)]) {
      const events = [submitted({ history }), user('x'.repeat(30_000))];
      expect(send(events, window).refusals).toBeLessThanOrEqual(3);
      const unknown = send(events, Math.max(window, 2000), false);
      expect(unknown.refusals).toBeLessThanOrEqual(5);
    }
  });

  it('does not separate results from their calls', () => {
    const call = (id: string) =>
      ({ id, type: 'function', function: { name: 'f', arguments: '{}' } }) as const;
    const history = Array.from({ length: 50 }, (_, at): readonly Message[] => [
      { role: 'assistant', content: null, tool_calls: [call(`a${at}`), call(`b${at}`)] },
      { role: 'tool', tool_call_id: `a${at}`, content: 'r'.repeat(500) },
      { role: 'tool', tool_call_id: `b${at}`, content: 'r'.repeat(500) },
    ]).flat();
    const { task } = send([submitted({ history }), user('x')], 3000);
    expect(buildTranscript(task)[1]?.role).not.toBe('tool');
  });
});

import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { apply } from './apply/apply.ts';
import { decide } from './decide/decide.ts';
import type { NumberedEvent } from './events/event.ts';
import { buildTranscript, type Task } from './task/task.ts';

/**
 * Logs as releases have written them, with what each prefix led to. They must fold and decide the
 * same for ever: a log on somebody's disk cannot be asked to change. Add files, never edit them.
 */
const folder = new URL('golden/', import.meta.url);
const names = readdirSync(folder).filter((name) => name.endsWith('.json'));

interface Golden {
  readonly events: readonly NumberedEvent[];
  readonly moves: readonly string[];
  readonly end: unknown;
}

function replay(events: readonly NumberedEvent[]): Omit<Golden, 'events'> {
  let task: Task | undefined;
  const moves: string[] = [];
  for (const event of events) {
    task = apply(task, event);
    const decision = decide(task);
    moves.push(
      `${event.type} -> ${task.state}, ${Object.values(decision).filter(isWord).join(' ')}`,
    );
  }
  if (!task) throw new Error('an empty log');
  const { state, steps, toolCalls, usage, costUsd, workingMs } = task;
  return {
    moves,
    end: { state, steps, toolCalls, usage, costUsd, workingMs, transcript: buildTranscript(task) },
  };
}

function isWord(value: unknown): boolean {
  return typeof value === 'string' || typeof value === 'number';
}

describe('golden journals', () => {
  it('are there', () => expect(names.length).toBeGreaterThanOrEqual(3));

  it.each(names)('%s', (name) => {
    const golden = JSON.parse(readFileSync(new URL(name, folder), 'utf8')) as Golden;
    expect(replay(golden.events)).toEqual({ moves: golden.moves, end: golden.end });
  });
});

import { expect, it } from 'vitest';
import type { TaskSubmitted } from '../events/event.ts';
import { submitted, taskOf, user } from '../journal.fixture.ts';
import type { ToolSchema } from '../message/message.ts';
import type { Task } from '../task/task.ts';
import { listToolsForModel } from './tools-for-model.ts';

function tool(name: string): ToolSchema {
  return { type: 'function', function: { name, parameters: {} } };
}
const LISTED = [tool('a'), tool('b')];

function namesFor(change: Partial<TaskSubmitted>, more: Partial<Task> = {}): readonly string[] {
  const task = { ...taskOf(submitted(change), user('go')), ...more };
  return listToolsForModel(task, LISTED).map((one) => one.function.name);
}

it('offers the tools of the agent, and after them the tools of the caller', () => {
  expect(namesFor({ clientTools: [tool('mine')] })).toEqual(['a', 'b', 'mine']);
});

it('offers only tools that the task allows, that were selected, and that no provider refused', () => {
  expect(namesFor({ toolsAllowed: ['b'] })).toEqual(['b']);
  expect(namesFor({}, { selection: { items: [], tools: ['a'] } })).toEqual(['a']);
  expect(namesFor({}, { omitted: [{ kind: 'tool', name: 'b' }] })).toEqual(['a']);
});

it('returns the same array if it offers everything', () => {
  expect(listToolsForModel(taskOf(submitted(), user('go')), LISTED)).toBe(LISTED);
});

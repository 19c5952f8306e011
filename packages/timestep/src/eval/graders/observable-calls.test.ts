import { describe, expect, it } from 'vitest';
import {
  pairToolCallsWithResults,
  type AssistantMessage,
  type JsonObject,
  type Message,
} from '#core';
import type { SuiteTask } from '../suite-task.ts';
import { gradeTrial, type GradedTrial } from './grade-trial.ts';
import { createGradersFromSpecs } from './grader-specs.ts';
import { calls, AFTERWARDS, INFO, task } from './graders.fixture.ts';

const A2A = { a2a: { taskId: 't', contextId: 'c', state: 'completed' } };
const RESPONSES = { responses: { id: 'resp_1' } };

function answer(provider?: JsonObject): AssistantMessage {
  return { role: 'assistant', content: 'done', ...(provider && { provider }) };
}

/** A reply of a peer that has a tool run here, with the result, and its answer. */
function shown(provider: JsonObject): Message[] {
  const [reply, ...results] = calls(['calc', '{}']);
  return [{ ...(reply as AssistantMessage), provider }, ...results, answer(provider)];
}

async function judged(
  specs: readonly string[],
  messages: readonly Message[],
  fields: Partial<SuiteTask>,
): Promise<GradedTrial> {
  const toolIndex = pairToolCallsWithResults(messages);
  const evidence = { messages, toolIndex, task: task(fields), info: INFO, ...AFTERWARDS };
  return gradeTrial(createGradersFromSpecs(specs), evidence);
}

const DEMANDS: readonly [spec: string, fields: Partial<SuiteTask>][] = [
  ['ForbiddenTools', { tools_allowed: ['calc'] }],
  ['MaxToolCalls', { limits: { max_tool_calls: 1 } }],
  ['MinToolCalls', { limits: { min_tool_calls: 0 } }],
  ['ToolCallSequence', { expected: { must_call_tool: 'calc' } }],
  ['ToolCallOrder', { expected: { tool_call_order: ['calc'] } }],
  ['Trajectory:subset', { expected: { trajectory: [{ name: 'calc' }] } }],
  ['ToolCallMatch', { expected: { tool_calls: [] } }],
  ['ToolResultJSON', { expected: { tool_result_name: 'calc' } }],
];

describe.each([
  ['a2a', A2A],
  ['responses', RESPONSES],
])('an agent over %s: that shows no calls', (_, provider) => {
  it.each(DEMANDS)('is not passed by %s', async (spec, fields) => {
    const { verdict, grades } = await judged([spec], [answer(provider)], fields);
    expect(verdict).toBe('error');
    expect(grades[0]).toMatchObject({ passed: false });
    expect(grades[0]?.error).toMatch(
      /^tool calls cannot be observed: .*; remove \w+ and grade the answer/,
    );
  });

  it('is not passed for its answer alone, where the task demands more', async () => {
    const fields = { tools_allowed: ['calc'], expected: { final_contains: 'done' } };
    const specs = ['FinalContains', 'ForbiddenTools'];
    expect((await judged(specs, [answer(provider)], fields)).verdict).toBe('error');
  });

  it('is judged by the rest, where only a bound for every task cannot be seen', async () => {
    const fields = { expected: { final_contains: 'done' } };
    const { verdict, grades } = await judged(
      ['FinalContains', 'MaxToolCalls:50', 'ForbiddenTools'],
      [answer(provider)],
      fields,
    );
    expect(verdict).toBe('passed');
    expect(grades[1]).toMatchObject({ passed: false, skipped: true });
    expect(grades[1]?.details['reason']).toMatch(/^tool calls cannot be observed/);
    // The bound by itself passes nothing.
    const alone = await judged(['MaxToolCalls:50'], [answer(provider)], {});
    expect(alone.verdict).toBe('failed');
  });
});

describe('what shows its calls is graded as usual', () => {
  it.each([
    ['a peer over A2A', shown(A2A)],
    ['a peer over Responses', shown(RESPONSES)],
    ['a model', [...calls(['calc', '{}']), answer()]],
  ])('%s', async (_, messages) => {
    const fields = { tools_allowed: ['calc'], expected: { must_call_tool: 'calc' } };
    const specs = ['ForbiddenTools', 'ToolCallSequence', 'MaxToolCalls:1'];
    expect((await judged(specs, messages, fields)).verdict).toBe('passed');
    expect((await judged(['MaxToolCalls:0'], messages, {})).verdict).toBe('failed');
    const other = { tools_allowed: ['echo'] };
    expect((await judged(['ForbiddenTools'], messages, other)).verdict).toBe('failed');
  });

  it('a model that calls nothing', async () => {
    for (const [spec, fields] of DEMANDS) {
      const { grades } = await judged([spec], [answer({ openai: {} })], fields);
      expect(grades[0]?.error).toBeUndefined();
    }
  });
});

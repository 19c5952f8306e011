import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createText, findTaskError } from './a2a/wire.ts';
import { findReportError } from './bridge/wire.ts';
import { createMockModel } from './episode/mock-model.ts';
import { doneByTools, promptOfFloor } from './episode/subjects/floor.ts';
import { ANSWER, TOOL } from './episode/weather.ts';
import { findResultError } from './mcp/wire.ts';
import { findProblem } from './stream/read-stream.ts';
import { TOKEN } from './stream/tokens.ts';

describe('the check of an A2A answer', () => {
  const parts = [{ text: createText(7) }];
  const completed = { state: 'TASK_STATE_COMPLETED' };

  it('takes the text in the status or in an artifact', () => {
    const inStatus = { status: { ...completed, message: { parts } } };
    const inArtifact = { status: completed, artifacts: [{ parts }] };
    assert.equal(findTaskError(answer(7, { task: inStatus }), 7), undefined);
    assert.equal(findTaskError(answer(7, { task: inArtifact }), 7), undefined);
  });

  it('refuses other texts, other ids, other states and errors', () => {
    const working = { status: { state: 'TASK_STATE_WORKING', message: { parts } } };
    const silent = { status: completed, artifacts: [] };
    assert.match(findTaskError(answer(7, { task: silent }), 7) ?? '', /^other text/);
    assert.match(findTaskError(answer(7, { task: working }), 7) ?? '', /^not completed/);
    assert.match(findTaskError(answer(8, { task: silent }), 7) ?? '', /^no task/);
    assert.match(findTaskError('{"id":7,"error":{"code":-32603}}', 7) ?? '', /^no task/);
  });
});

describe('the check of a tool result', () => {
  const weather = { location: 'city 7', tempF: 72 };

  it('takes JSON and server-sent events', () => {
    const json = answer(7, { structuredContent: weather });
    assert.equal(findResultError(json, 7), undefined);
    assert.equal(findResultError(`event: message\ndata: ${json}\n\n`, 7), undefined);
  });

  it('refuses other weather, errors and nothing', () => {
    const other = answer(7, { structuredContent: { ...weather, location: 'city 8' } });
    const failed = answer(7, { isError: true, structuredContent: weather });
    assert.match(findResultError(other, 7) ?? '', /^other weather/);
    assert.match(findResultError(failed, 7) ?? '', /^no result/);
    assert.match(findResultError('', 7) ?? '', /^no result/);
  });
});

describe('the check of a report of the bridge', () => {
  it('takes the answer of a completed task, and nothing else', () => {
    const completed = { state: 'completed', answer: createText(7) };
    const working = { state: 'working' };
    assert.equal(findReportError(answer(7, { structuredContent: completed }), 7), undefined);
    assert.match(findReportError(answer(7, { structuredContent: working }), 7) ?? '', /^other/);
    assert.match(findReportError(answer(8, { structuredContent: completed }), 7) ?? '', /^no/);
    assert.match(findReportError('', 7) ?? '', /^no report/);
  });
});

describe('the check of a stream', () => {
  const completed = event({ statusUpdate: { status: { state: 'TASK_STATE_COMPLETED' } } });

  it('takes every chunk and the end', () => {
    assert.equal(findProblem(chunk(TOKEN, false) + chunk(TOKEN, true) + completed, 2), undefined);
  });

  it('refuses lost, merged and repeated chunks, and a stream that breaks off', () => {
    const both = chunk(TOKEN, false) + chunk(TOKEN, true);
    assert.match(findProblem(chunk(TOKEN, false) + completed, 2) ?? '', /characters/);
    assert.match(findProblem(chunk(TOKEN + TOKEN, false) + completed, 2) ?? '', /1 pieces/);
    assert.match(findProblem(both + chunk(TOKEN, true) + completed, 2) ?? '', /characters/);
    assert.match(findProblem(both, 2) ?? '', /ended as undefined/);
    assert.match(findProblem('data: {"error":{"code":-32603}}\n\n', 2) ?? '', /the stream says/);
  });
});

describe('the mock model', () => {
  it('answers only when it is shown what the tool returned', async () => {
    const tool = async (input: string) => {
      const call = { type: 'tool-call', toolCallId: 'call_1', toolName: TOOL, input } as const;
      const { content } = await createMockModel().doGenerate({
        prompt: [...promptOfFloor(), await doneByTools([call])],
      });
      return content[0]?.type === 'text' ? content[0].text : undefined;
    };
    assert.equal(await tool('{"location":"Oakland"}'), ANSWER);
    assert.notEqual(await tool('{"location":"Berkeley"}'), ANSWER);
  });
});

function answer(id: number, result: unknown): string {
  return JSON.stringify({ jsonrpc: '2.0', id, result });
}

function event(result: unknown): string {
  return `data: ${JSON.stringify({ jsonrpc: '2.0', id: 1, result })}\n\n`;
}

function chunk(text: string, append: boolean): string {
  return event({ artifactUpdate: { artifact: { parts: [{ text }] }, append } });
}

import { appendFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import type { AgentFn } from '#engine/port';
import { maxToolCalls } from '../graders/tool-graders.ts';
import { recordReplies, replayReplies } from './replies-file.ts';
import { readResults } from './results-file.ts';
import { runSuite } from './run-suite.ts';

const root = mkdtempSync(join(tmpdir(), 'timestep-replies-'));
afterAll(() => rmSync(root, { recursive: true }));

const task = (content: string): { id: string; messages: { role: 'user'; content: string }[] } => ({
  id: 'one',
  messages: [{ role: 'user', content }],
});

/** Looks once, then says something else each time it is asked. */
function moody(): AgentFn {
  let asked = 0;
  return (messages) => {
    asked += 1;
    if (messages.length > 1) return { role: 'assistant', content: `mood ${asked}` };
    const call = { name: 'look', arguments: '{}' };
    return {
      role: 'assistant',
      content: null,
      tool_calls: [{ id: 'c', type: 'function', function: call }],
    };
  };
}

async function answers(name: string, agent: AgentFn, content = 'hi'): Promise<string[]> {
  const outdir = join(root, name);
  const tools = { look: () => 'sky' };
  await runSuite({
    tasks: [task(content)],
    outdir,
    agent,
    tools,
    trials: 2,
    graders: [maxToolCalls({ most: 5 })],
    concurrency: 1,
  });
  return [...readResults(join(outdir, 'results.jsonl'))].map(
    ({ messages = [], error }) => error ?? JSON.stringify(messages.at(-1)),
  );
}

const path = join(root, 'replies.jsonl');

it('gives each trial the replies it got before', async () => {
  const recorded = await answers('recorded', recordReplies(moody(), path));
  expect(new Set(recorded).size).toBe(2);
  expect(readFileSync(path, 'utf8').trim().split('\n')).toHaveLength(4);
  expect(await answers('replayed', replayReplies(path))).toEqual(recorded);
});

it('fails rather than answer something else', async () => {
  const [changed] = await answers('changed', replayReplies(path), 'bye');
  expect(changed).toContain('task one, trial 0, step 0 belongs to a different transcript');
  const empty = join(root, 'empty.jsonl');
  appendFileSync(empty, '');
  const [missing] = await answers('missing', replayReplies(empty));
  expect(missing).toContain('no reply is recorded for task one, trial 0, step 0');
});

it('names a file that is not there, and a line that is not JSON', () => {
  expect(() => replayReplies(join(root, 'nowhere'))).toThrow('nowhere does not exist');
  appendFileSync(join(root, 'torn'), '{"task_id"');
  expect(() => replayReplies(join(root, 'torn'))).toThrow('torn:1 is not valid JSON');
});

import { join } from 'node:path';
import { expect, it } from 'vitest';
import { answerOf, callsAwaitingAnswer } from '../core/index.ts';
import { BACKENDS, calling, calls, NEVER, say } from './calling.fixture.ts';
import { newFolder, writeAgent } from './catalog.fixture.ts';
import { writeFileSync } from 'node:fs';

/** Writes an agent that names others; returns its folder. */
function callerOf(
  folder: string,
  name: string,
  agents: readonly string[],
  more: object = {},
): string {
  const path = writeAgent(join(folder, name), name);
  const manifest = { metadata: { name }, agents, ...more };
  writeFileSync(join(path, 'tsagent.json'), JSON.stringify(manifest));
  return path;
}

const call = (agent: string, message = 'go', more: object = {}) =>
  calls(['agents_call_agent', { agent, message, ...more }]);

it.each(Object.entries(BACKENDS))(
  'waits for another agent without its process: %s',
  async (_name, open) => {
    const folder = newFolder();
    const desk = callerOf(folder, 'desk', ['../sky']);
    writeAgent(join(folder, 'sky'), 'sky');
    const { runner, catalog } = await calling(
      [desk],
      {
        desk: ([result]) => (result === undefined ? call('sky', 'Oslo?') : { content: result }),
        sky: (_results, said) => ({ content: `sun in ${said}` }),
      },
      open,
    );
    expect(catalog.list().map(({ agentId, isExposed }) => [agentId, isExposed])).toEqual([
      ['desk', undefined],
      ['sky', false],
    ]);
    expect(catalog.servables.get('sky')?.isExposed).toBe(false);
    const task = await say(runner, 'desk', 'How is it?');
    expect(JSON.parse(answerOf(task) ?? '')).toMatchObject({
      agent: 'sky',
      state: 'completed',
      answer: 'sun in Oslo?',
    });
    const [id = '', spent] = Object.entries(task.delegated ?? {})[0] ?? [];
    expect(spent).toEqual({ steps: 1, tokens: 10, cost_usd: 0.01 });
    const callee = await runner.get(id);
    expect(callee?.origin).toMatchObject({ agent: 'sky', principal: 'ann' });
    expect(callee?.origin.delegation?.path).toEqual([expect.stringMatching(/^desk@[0-9a-f]{12}$/)]);
  },
);

it.each(Object.entries(BACKENDS))(
  'puts a question of the other agent to its own user: %s',
  async (_name, open) => {
    const folder = newFolder();
    const desk = callerOf(folder, 'desk', ['../sky']);
    writeAgent(join(folder, 'sky'), 'sky');
    const { runner } = await calling(
      [desk],
      {
        desk: ([result]) => (result === undefined ? call('sky') : { content: result }),
        sky: (_results, said) =>
          said === 'go'
            ? { content: 'Which town?', expects_reply: true }
            : { content: `sun in ${said}` },
      },
      open,
    );
    const asking = await say(runner, 'desk', 'How is it?');
    expect(asking.state).toBe('input-required');
    expect(callsAwaitingAnswer(asking)[0]?.question?.text).toBe('sky asks: Which town?');
    const task = await say(runner, 'desk', 'Oslo', { taskId: asking.id });
    expect(JSON.parse(answerOf(task) ?? '')).toMatchObject({ answer: 'sun in Oslo' });
    expect((await runner.settled(task.id, NEVER)).state).toBe('completed');
  },
);

import { methods } from '@agentclientprotocol/sdk';
import { expect, it } from 'vitest';
import { startEditor, transcriptOf, type Editor } from './editor.ts';
import { acpFolder } from './stage.ts';

const { session } = methods.agent;
const CUT_OFF = 'the call was cut off and may have run';

/**
 * Kills the agent when so many messages of it have come after the prompt, starts it again and sends the
 * prompt again, as an editor does that knows no more.
 */
it.each([1, 2, 4, 6, 7, 8, 9, 10, 12])(
  'loses and doubles nothing, killed after message %i',
  async (count) => {
    const folder = acpFolder();
    let left = Number.POSITIVE_INFINITY;
    const dead = Promise.withResolvers<undefined>();
    const before = await startEditor(folder, {
      permit: 'allow_once',
      onMessage({ by }, { kill }) {
        left -= by === 'agent' ? 1 : 0;
        if (left === 0) void kill().then(() => dead.resolve(undefined));
      },
    });
    const sessionId = await before.begin();
    left = count;
    const ended = before.say(sessionId, 'note milk', 'prompt-1').catch(() => 'lost');
    await Promise.race([dead.promise, ended]);
    await before.kill();

    const after = await startEditor(folder, { permit: 'allow_once' });
    const id = (await isKept(after, sessionId, folder.path)) ? sessionId : await after.begin();
    expect(await after.say(id, 'note milk', 'prompt-1')).toBe('end_turn');
    const seen = transcriptOf(after.updates);
    const lines = seen.filter((line) => line.startsWith('user: '));
    expect(lines.length).toBeLessThanOrEqual(1);
    expect(seen.filter((line) => line.startsWith('notes_add'))).toHaveLength(1);
    expect(seen.at(-1)).toMatch(/^agent: The tool said: /);
    // A tool that was cut off may have run; any other has.
    const isCutOff = seen.at(-1)?.includes(CUT_OFF) ?? false;
    const expected = isCutOff ? folder.notes().slice(0, 1) : ['milk'];
    expect(folder.notes()).toEqual(expected);
    await after.leave();
  },
);

it('does not call a tool again that was running when the agent was killed', async () => {
  const folder = acpFolder();
  const before = await startEditor(folder, { permit: 'allow_once' });
  const sessionId = await before.begin();
  void before.say(sessionId, 'hang on tea').catch(() => undefined);
  await expect.poll(() => folder.notes()).toEqual(['tea']);
  await before.kill();
  const after = await startEditor(folder, { permit: 'allow_once' });
  await after.agent.request(session.load, { sessionId, cwd: folder.path, mcpServers: [] });
  await expect
    .poll(() => transcriptOf(after.updates).at(-1))
    .toMatch(/^agent: The tool said: .*may have run/);
  expect(after.asked()).toBe(0);
  expect(folder.notes()).toEqual(['tea']);
  expect(await after.say(sessionId, 'hello')).toBe('end_turn');
  await after.leave();
});

async function isKept(editor: Editor, sessionId: string, cwd: string): Promise<boolean> {
  try {
    await editor.agent.request(session.load, { sessionId, cwd, mcpServers: [] });
    return true;
  } catch {
    return false;
  }
}

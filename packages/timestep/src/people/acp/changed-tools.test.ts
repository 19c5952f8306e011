import { expect, it } from 'vitest';
import type { ToolSchema } from '#core';
import { createAcpFixture } from './acp.fixture.ts';

const called = { name: 'note', description: 'Sends it', parameters: { type: 'object' } };
const CHANGES: readonly (readonly [part: string, change: Partial<ToolSchema>, told: string])[] = [
  ['description', { function: called }, 'its description: was absent, is "Sends it"'],
  ['schema', { function: { name: 'note', parameters: { type: 'array' } } }, '"type": was "object"'],
  ['hints', { facts: { hints: { openWorldHint: true } } }, 'its hints: was absent'],
  ['server', { facts: { server: 'evil' } }, 'its server: was absent, is "evil"'],
  ['launch', { facts: { launch: 'npx evil' } }, 'is "npx evil"'],
];
const [, DESCRIBED] = CHANGES[0] ?? [];

it.each(
  CHANGES.flatMap((row) =>
    (['allow_always', 'allow_until_revoked'] as const).map((id) => [id, ...row] as const),
  ),
)('the editor asks again after %s if the %s has changed', async (optionId, _part, change, told) => {
  const stage = createAcpFixture();
  const client = await stage.connect({ permit: () => ({ outcome: 'selected', optionId }) });
  const { sessionId } = await client.createSession();
  await client.sendPrompt(sessionId, 'note milk');
  await client.sendPrompt(sessionId, 'note eggs');
  expect(client.asked).toHaveLength(1);
  stage.changeNote(change);
  await client.sendPrompt(sessionId, 'note tea');
  expect(client.asked).toHaveLength(2);
  expect(JSON.stringify(client.asked[1]?.toolCall.content)).toContain(told.replaceAll('"', '\\"'));
  expect(stage.notes).toEqual(['milk', 'eggs', 'tea']);
});

it('the editor asks again before a yes is used if the tool has changed meanwhile', async () => {
  const stage = createAcpFixture();
  const client = await stage.connect({
    permit() {
      if (DESCRIBED) stage.changeNote(DESCRIBED);
      return { outcome: 'selected', optionId: 'allow_once' };
    },
  });
  const { sessionId } = await client.createSession();
  expect(await client.sendPrompt(sessionId, 'note milk')).toBe('end_turn');
  expect(client.asked).toHaveLength(2);
  expect(JSON.stringify(client.asked[1]?.toolCall.content)).toContain('Sends it');
  expect(stage.notes).toEqual(['milk']);
});

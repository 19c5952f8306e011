import { expect, it } from 'vitest';
import type { ToolSchema } from '#core';
import { createStrangeTexts, findHiddenCharacters, FORGED } from '#testing';
import { createAskedStage } from './asked.fixture.ts';
import { OWN_CONVERSATIONS } from './own-conversations.fixture.ts';
import { SURFACES } from './asking-surfaces.fixture.ts';

const STRANGE = createStrangeTexts(300, 33);

/** Number of questions in one session, whose conversation stays short. */
const OF_A_SESSION = 20;

const TOOL: ToolSchema = {
  type: 'function',
  needsApproval: true,
  function: { name: 'read', description: 'Reads a file', parameters: { type: 'object' } },
};

it.each(Object.entries(OWN_CONVERSATIONS))(
  'a client over %s reads each strange argument with its escapes, and different ones differently',
  async (_name, { begin }) => {
    const stage = await createAskedStage({ tool: TOOL, name: 'read', arguments: '{}' });
    const shown: string[] = [];
    for (const [at, path] of STRANGE.entries()) {
      stage.called.arguments = JSON.stringify({ path });
      shown.push((await begin(stage, `thread-${at}`)).text);
    }
    expect(shown.flatMap(findHiddenCharacters)).toEqual([]);
    const lines = shown.flatMap((text) => text.split('\n'));
    expect(lines.filter((line) => line.startsWith(FORGED))).toEqual([]);
    expect(new Set(shown).size).toBe(STRANGE.length);
  },
  120_000,
);

it.each(Object.entries(SURFACES))(
  'the %s shows each strange argument with its escapes, and different ones differently',
  async (_name, { read, approve }) => {
    const shown: string[] = [];
    for (let at = 0; at < STRANGE.length; at += OF_A_SESSION) {
      const stage = await createAskedStage({ tool: TOOL, name: 'read', arguments: '{}' });
      for (const text of STRANGE.slice(at, at + OF_A_SESSION)) {
        stage.called.arguments = JSON.stringify({ path: text });
        const task = await stage.say('go');
        shown.push(await read(stage, task));
        await approve(stage, task, 'once');
      }
      expect(stage.made[0]).toEqual({ path: STRANGE[at] });
    }
    expect(shown.flatMap(findHiddenCharacters)).toEqual([]);
    const lines = shown.flatMap((text) => text.split('\n'));
    expect(lines.filter((line) => line.startsWith(FORGED))).toEqual([]);
    expect(new Set(shown).size).toBe(STRANGE.length);
  },
  120_000,
);

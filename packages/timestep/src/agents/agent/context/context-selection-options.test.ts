import { expect, it } from 'vitest';
import { createContextSelectionOptions } from './context-selection-options.ts';
import { createTestFolder } from '../folder.fixture.ts';
import { readAgentFolder } from '#agents/folder';

const turn = (model: string) => ({ model, include: [], exclude: [], permitted: [] });

it('knows the context window of the model that answers in a turn', async () => {
  const settings = { model: 'claude/claude-sonnet-4-5' };
  const folder = readAgentFolder(
    createTestFolder({ 'tsagent.json': { metadata: { name: 'Guide' }, settings } }),
  );
  const windowWith = createContextSelectionOptions(
    folder,
    { env: {} },
    () => undefined,
  ).getContextWindow;
  expect(await windowWith()).toBe(200_000);
  expect(await windowWith(turn('google/gemini-2.5-pro'))).toBe(1_048_576);
  expect(await windowWith(turn('ollama/unheard-of'))).toBe(128_000);
  const replaced = createContextSelectionOptions(
    folder,
    { env: {}, model: 'google/gemini-2.5-pro' },
    () => undefined,
  );
  expect(await replaced.getContextWindow()).toBe(1_048_576);
  const model = () => ({ role: 'assistant', content: 'hi' }) as const;
  expect(
    await createContextSelectionOptions(
      folder,
      { env: {}, model },
      () => undefined,
    ).getContextWindow(),
  ).toBe(128_000);
});

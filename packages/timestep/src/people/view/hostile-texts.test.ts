import { expect, it } from 'vitest';
import { HOSTILE_TEXTS } from './hostile-texts.fixture.ts';
import { createUserMessage, createUpdates } from './view.fixture.ts';
import { EMPTY_VIEW, listViewItems } from './view-state.ts';
import { applyUpdate } from './view.ts';

it('are 200 different ones', () => {
  expect(HOSTILE_TEXTS).toHaveLength(200);
  expect(new Set(HOSTILE_TEXTS.map(({ text }) => text)).size).toBe(200);
});

it('are in a conversation what they were, and nothing besides', () => {
  const updates = createUpdates(
    't1',
    HOSTILE_TEXTS.map(({ text }, at) => createUserMessage(text, `m${at}`)),
  );
  const items = listViewItems(updates.reduce(applyUpdate, EMPTY_VIEW));
  const texts = items.flatMap((item) => (item.kind === 'user' ? [item.text] : []));
  expect(texts).toEqual(HOSTILE_TEXTS.map(({ text }) => text));
});

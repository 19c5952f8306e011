import { expect, it } from 'vitest';
import { memoryStorage } from '../storage/memory-storage.ts';
import { applyEdit } from './apply-edit.ts';
import { readTextFile } from './agent-edit.ts';
import { createSetAgentToolEdit } from './edit-manifest.ts';

const BOOK = { name: 'book', prompt: 'Book {to}.', parameters: { properties: { to: {} } } };
const PAY = `{ "prompt": "Pay.",   "name": "pay", "parameters": {} }`;

function storageWith(tools: string) {
  const manifest = `{ "metadata": { "name": "Desk", "tools": [${tools}] }, "settings": {} }`;
  return memoryStorage({ 'tsagent.json': manifest });
}

async function toolsIn(storage: ReturnType<typeof storageWith>): Promise<unknown> {
  const { text } = (await readTextFile(storage, 'tsagent.json')) ?? { text: '{}' };
  const { metadata } = JSON.parse(text) as { readonly metadata: { readonly tools: unknown } };
  return metadata.tools;
}

it('adds, changes and removes one tool, and leaves the others as they are', async () => {
  const storage = storageWith(PAY);
  const pay: unknown = JSON.parse(PAY);
  await applyEdit(storage, await createSetAgentToolEdit(storage, { tool: BOOK }));
  expect(await toolsIn(storage)).toEqual([pay, BOOK]);
  const reserve = { ...BOOK, name: 'reserve' };
  await applyEdit(
    storage,
    await createSetAgentToolEdit(storage, { before: 'book', tool: reserve }),
  );
  expect(await toolsIn(storage)).toEqual([pay, reserve]);
  await applyEdit(storage, await createSetAgentToolEdit(storage, { before: 'pay' }));
  expect(await toolsIn(storage)).toEqual([reserve]);
});

it('refuses a tool that is gone, one whose name is taken, and a template that names nothing', async () => {
  const storage = storageWith(PAY);
  const missing = createSetAgentToolEdit(storage, { before: 'book', tool: BOOK });
  await expect(missing).rejects.toMatchObject({ code: 'no-such-part' });
  const taken = createSetAgentToolEdit(storage, { tool: { ...BOOK, name: 'pay' } });
  await expect(taken).rejects.toThrow('is also the name of another tool');
  const unknown = createSetAgentToolEdit(storage, { tool: { ...BOOK, prompt: 'Book {where}.' } });
  await expect(unknown).rejects.toThrow('names {where}, which is not a parameter');
});

import { createHash } from 'node:crypto';
import type { Locator } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Agent, Environment, scriptedAgent } from '@timestep-ai/timestep';
import { getText } from '@timestep-ai/timestep/core';
import { createStrangeTexts, findHiddenCharacters } from '@timestep-ai/timestep/testing';
import { chooseSample } from '../sample-size.ts';
import { openWeb, type Web } from './web.ts';

const STRANGE = createStrangeTexts(chooseSample({ small: 50, usual: 100, whole: 300 }), 33);
const AT_ONCE = 50;
const STARTS = Array.from({ length: STRANGE.length / AT_ONCE }, (_, at) => at * AT_ONCE);

let web: Web;

beforeAll(async () => {
  web = await openWeb([strangeAgent()]);
});

afterAll(() => web.close());

const textsFrom = (start: number): readonly string[] => STRANGE.slice(start, start + AT_ONCE);

/** Asks to call a tool with each of the next texts, or says each in a paragraph. */
function strangeAgent(): Agent {
  const environment = new Environment({ environmentId: 'strange', enableHandoff: false });
  environment.tool('run', { description: 'Runs a command.', needsApproval: true }, () => 'done');
  const model = scriptedAgent((messages) => {
    const [last] = messages.slice(-1);
    const [order, start] = (last ? getText(last) : '').split(' ');
    const texts = textsFrom(Number(start));
    if (order === 'say') return texts.map((text) => `x${text}`).join('\n\n');
    const tool_calls = texts.map((command, at) => ({
      id: `c${at}`,
      type: 'function' as const,
      function: { name: 'run', arguments: JSON.stringify({ command }) },
    }));
    return { role: 'assistant', content: null, tool_calls };
  });
  return new Agent({ agentId: 'strange', name: 'Strange', toolSite: 'server', environment, model });
}

interface Seen {
  readonly hidden: readonly string[];
  readonly texts: ReadonlySet<string>;
  readonly pictures: ReadonlySet<string>;
}

/** Looks at elements: their texts as a screen reader reads them, and their pictures. */
async function lookAt(
  elements: readonly Locator[],
  read: (one: Locator) => Promise<string>,
): Promise<Seen> {
  const texts: string[] = [];
  const pictures = new Set<string>();
  for (const one of elements) {
    texts.push(await read(one));
    pictures.add(
      createHash('sha256')
        .update(await one.screenshot())
        .digest('hex'),
    );
  }
  return { hidden: texts.flatMap(findHiddenCharacters), texts: new Set(texts), pictures };
}

function join(all: readonly Seen[]): object {
  const union = (name: 'texts' | 'pictures'): number =>
    new Set(all.flatMap((seen) => [...seen[name]])).size;
  return {
    hidden: all.flatMap(({ hidden }) => hidden),
    texts: union('texts'),
    pictures: union('pictures'),
  };
}

const createExpected = (count: number): object => ({ hidden: [], texts: count, pictures: count });

it('shows arguments to approve that differ differently, and hides nothing in them', async () => {
  for (const start of STARTS) await web.ask('strange', `run ${start}`);
  const { page, complaints, close } = await web.open('/inbox');
  const fields = page.getByRole('group', { name: 'Arguments' });
  await expect.poll(() => fields.count(), { timeout: 30_000 }).toBe(STRANGE.length);
  const all = await fields.all();
  const seen = await lookAt(all, (field) => field.innerText());
  expect(join([seen])).toEqual(createExpected(STRANGE.length));
  const card = page.getByRole('group', { name: 'Allow run?' });
  for (const [at, field] of all.entries()) {
    const hasRoom = await field.evaluate((box) => box.clientHeight >= box.scrollHeight - 4);
    const approve = card.nth(at).getByRole('button', { name: 'Allow this call' });
    expect([at, await approve.isEnabled()]).toEqual([at, hasRoom]);
  }
  expect(complaints).toEqual([]);
  await close();
});

it('shows what agents say that differs differently, and hides nothing in it', async () => {
  const seen: Seen[] = [];
  for (const start of STARTS) {
    const id = await web.ask('strange', `say ${start}`);
    const { page, complaints, close } = await web.open(`/tasks/${id}?tab=conversation`);
    const paragraphs = page.locator('.prose-text p');
    await expect.poll(() => paragraphs.count()).toBe(AT_ONCE);
    seen.push(await lookAt(await paragraphs.all(), (one) => one.innerText()));
    expect(complaints).toEqual([]);
    await close();
  }
  // Halves of characters cannot be stored in what an agent says.
  const stored = new Set(STRANGE.map((text) => text.toWellFormed()));
  expect(join(seen)).toEqual(createExpected(stored.size));
});

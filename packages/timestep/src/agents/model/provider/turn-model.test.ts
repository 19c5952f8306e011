import { expect, it } from 'vitest';
import { createAgentContext } from '../agent-context.fixture.ts';
import { scriptedAgent } from '../script/scripted-agent.ts';
import { withTurnModel } from './turn-model.ts';
import { question } from './wire.fixture.ts';

const own = scriptedAgent(() => 'own');

function turnOf(model?: string) {
  const items = { include: [], exclude: [], permitted: [] };
  return createAgentContext({ turn: { ...items, ...(model !== undefined && { model }) } });
}

it('lets the model of the turn answer, and the own one where none is named', async () => {
  const agent = withTurnModel(own, (model) => scriptedAgent(() => model));
  expect(await agent(question, createAgentContext())).toMatchObject({ content: 'own' });
  expect(await agent(question, turnOf())).toMatchObject({ content: 'own' });
  expect(await agent(question, turnOf('a/b'))).toMatchObject({ content: 'a/b' });
});

it('makes each model once, as long as few are in use', async () => {
  const made: string[] = [];
  const agent = withTurnModel(own, (model) => {
    made.push(model);
    return scriptedAgent(() => model);
  });
  const ask = async (...names: readonly string[]) => {
    for (const name of names) await agent(question, turnOf(name));
    return made.splice(0);
  };
  expect(await ask('a', 'b', 'a', 'a')).toEqual(['a', 'b']);
  expect(await ask('c', 'd', 'e', 'f', 'g', 'h', 'a')).toEqual(['c', 'd', 'e', 'f', 'g', 'h']);
  // The ninth takes the place of `b`, which was not used for the longest time.
  expect(await ask('i', 'a', 'b')).toEqual(['i', 'b']);
});

it('fails each call of a model that cannot be made, until it can', async () => {
  let isSet = false;
  const agent = withTurnModel(own, (model) => {
    if (!isSet) throw new Error(`${model} needs a key`);
    return scriptedAgent(() => model);
  });
  const ask = async () => agent(question, turnOf('a/b'));
  await expect(ask()).rejects.toThrow('a/b needs a key');
  await expect(ask()).rejects.toThrow('a/b needs a key');
  isSet = true;
  expect(await ask()).toMatchObject({ content: 'a/b' });
});

import { describe, expect, it } from 'vitest';
import {
  checkAgents,
  cloneAgent,
  loadAgentMetadata,
  memoryStorage,
  formatProblem,
  readAgentFolder,
} from '#agents/folder';
import { createTestFolder } from './folder.fixture.ts';
import { loadAgent } from './load-agent.ts';

const SCHEMA = { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] };
const metadata = { name: 'Weather' };

function filesOf(output: unknown, more: Readonly<Record<string, unknown>> = {}) {
  return { 'tsagent.json': { metadata, output }, ...more };
}

function storageOf(output: unknown, more: Readonly<Record<string, string>> = {}) {
  return memoryStorage({ 'tsagent.json': JSON.stringify({ metadata, output }), ...more });
}

describe('the output of a folder', () => {
  it.each([
    ['a JSON Schema', SCHEMA, {}],
    ['a file', 'answer.json', { 'answer.json': SCHEMA }],
    ['a file in a folder', './schemas/answer.json', { 'schemas/answer.json': SCHEMA }],
  ])('is read from %s', async (_name, output, more) => {
    const path = createTestFolder(filesOf(output, more));
    expect(readAgentFolder(path).output).toEqual(SCHEMA);
    expect((await loadAgentMetadata(path)).output).toEqual(SCHEMA);
    const definition = await loadAgent(path, { model: () => ({ role: 'assistant', content: '' }) });
    expect(definition.output).toEqual(SCHEMA);
    await definition.close();
  });

  it('is read from any storage, and is part of its version', async () => {
    const storage = storageOf('answer.json', { 'answer.json': JSON.stringify(SCHEMA) });
    expect((await loadAgentMetadata(storage)).output).toEqual(SCHEMA);
    const copy = memoryStorage({});
    await cloneAgent(storage, copy);
    expect((await loadAgentMetadata(copy)).output).toEqual(SCHEMA);
  });

  it('is undefined if the folder names none', async () => {
    expect(await loadAgentMetadata(storageOf(undefined))).not.toHaveProperty('output');
  });

  it.each([
    [true, {}, /tsagent\.json:\d+ output must be a JSON Schema, or the path of a \.json file/],
    ['../answer.json', {}, /output must be a JSON Schema, or the path/],
    ['/etc/answer.json', {}, /output must be a JSON Schema, or the path/],
    ['answer.txt', { 'answer.txt': '{}' }, /output must be a JSON Schema, or the path/],
    ['answer.json', {}, /output names the file answer\.json, which does not exist/],
    ['answer.json', { 'answer.json': '{' }, /answer\.json:\d+ is not valid JSON/],
    ['answer.json', { 'answer.json': '[]' }, /answer\.json:1 must be a JSON object/],
    [{ type: 'objekt' }, {}, /tsagent\.json:\d+ output\.type must be one of object, /],
    [{ type: 'object', required: 'city' }, {}, /output\.required must be a list of strings/],
    ['answer.json', { 'answer.json': '{\n "properties": []\n}' }, /answer\.json:2 properties must/],
  ])('%j is reported with file, line and field', async (output, more, problem) => {
    await expect(loadAgentMetadata(storageOf(output, more))).rejects.toThrow(problem);
    const path = createTestFolder(filesOf(output, more));
    const problems = checkAgents(path).flatMap((checked) => checked.problems);
    expect(problems.map(formatProblem).join('\n')).toMatch(problem);
  });
});

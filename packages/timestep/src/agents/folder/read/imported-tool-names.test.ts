import { expect, it } from 'vitest';
import type { JsonObject } from '#core';
import { createProblemCollector } from '../problem.ts';
import { createFolderFields } from '../text/fields.ts';
import { restrictServersToNamedTools } from './imported-tool-names.ts';

const all = undefined;
const only = (...tools: readonly string[]) => ({
  serverDefault: false,
  tools: Object.fromEntries(tools.map((tool) => [tool, true])),
});
const without = (...tools: readonly string[]) => ({
  serverDefault: true,
  tools: Object.fromEntries(tools.map((tool) => [tool, false])),
});

it.each<[string, JsonObject, object | undefined, string]>([
  ['nothing', {}, all, ''],
  ['all', { tools: '*' }, all, ''],
  [
    'names of Claude Code',
    { tools: 'Read, mcp__sky__get, mcp__sky__set' },
    only('get', 'set'),
    'Read',
  ],
  ['a whole server', { tools: 'mcp__sky, Grep' }, all, 'Grep'],
  ['a whole server by a star', { tools: ['mcp__sky__*'] }, all, ''],
  ['other tools alone', { tools: 'Read, Grep' }, only(), 'Read, Grep'],
  ['no tools', { tools: '' }, only(), ''],
  ['a tool that is denied', { disallowedTools: 'mcp__sky__set, Bash' }, without('set'), 'Bash'],
  ['a server that is denied', { disallowedTools: ['mcp__sky'] }, only(), ''],
  ['names of Gemini CLI', { tools: ['read_file', 'mcp_sky_get'] }, only('get'), 'read_file'],
  ['all servers of Gemini CLI', { tools: ['mcp_*'] }, all, ''],
  ['switches of opencode', { tools: { write: false, sky_set: false } }, without('set'), 'write'],
  ['a star of opencode', { tools: { 'sky_*': false } }, only(), ''],
  ['what opencode denies', { permission: { sky_set: 'deny', bash: 'deny' } }, without('set'), ''],
  [
    'what opencode denies for some arguments',
    { permission: { sky_set: { '*': 'ask', 'a*': 'deny' } } },
    without('set'),
    '',
  ],
  ['all that opencode denies', { permission: 'deny' }, only(), ''],
  ['a server that opencode denies', { permission: { 'sky_*': 'deny' } }, only(), ''],
  ['what opencode asks for', { permission: { sky_set: 'ask' } }, all, ''],
  ['only what is on', { tools: { '*': false, sky_get: true, bash: true } }, only('get'), 'bash'],
])('takes over %s', (_, value, enabled, own) => {
  const { problems, report } = createProblemCollector();
  const fields = createFolderFields(value, { file: 'a.md', lineOf: () => 1, report });
  const sky = { url: 'http://127.0.0.1:1/mcp' };
  expect(restrictServersToNamedTools(fields, { sky })).toEqual({
    sky: { ...sky, ...(enabled && { toolEnabled: enabled }) },
  });
  expect(problems.map(({ message }) => message.split(': ')[1])).toEqual(own === '' ? [] : [own]);
});

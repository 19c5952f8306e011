import { expect, it } from 'vitest';
import { createTestFolder } from '../folder.fixture.ts';
import { checkAgents } from './check-agent.ts';
import { describeForeignPlaceholder, findForeignPlaceholder } from './foreign-placeholders.ts';

it.each([
  ['${input:api-key}', '${input:api-key}', '${input:api-key}'],
  ['Bearer ${input:token}', '${input:token}', '${input:token}'],
  ['${command:pick}', '${command:pick}', '${command:pick}'],
  ['${userHome}/x', '${userHome}', '${userHome}'],
  ['$TOKEN', '$TOKEN', '$TOKEN'],
  ['Bearer $TOKEN', '$TOKEN', undefined],
  ['${TOKEN}', '${TOKEN}', '${TOKEN}'],
  ['echo ${HOME} $HOME', '${HOME}', undefined],
  ['%APPDATA%', '%APPDATA%', '%APPDATA%'],
  ['{{secrets.TOKEN}}', '{{secrets.TOKEN}}', '{{secrets.TOKEN}}'],
  ['{file:~/.key}', '{file:~/.key}', '{file:~/.key}'],
  ['${env:TOKEN} ${folder}', undefined, undefined],
  ['costs $5 or 100%', undefined, undefined],
  ['a plain text', undefined, undefined],
])('finds in %s: %s, as an argument: %s', (text, inValue, inArgument) => {
  expect([findForeignPlaceholder(text, false), findForeignPlaceholder(text, true)]).toEqual([
    inValue,
    inArgument,
  ]);
});

it.each([
  ['${input:apiKey}', '${env:API_KEY}'],
  ['${input:imaging-key}', '${env:IMAGING_KEY}'],
  ['$TOKEN', '${env:TOKEN}'],
  ['{{secrets.TOKEN}}', '${env:TOKEN}'],
])('says what to write instead of %s', (placeholder, instead) => {
  expect(describeForeignPlaceholder(placeholder)).toContain(instead);
});

it.each([
  ['the manifest', 'tsagent.json', '${input:key}'],
  ['a file of servers', '.mcp.json', '${input:key}'],
  ['a file of servers', 'mcp.json', '$KEY'],
])('refuses placeholders in %s by name', (_, file, placeholder) => {
  const servers = { mcpServers: { s: { command: 'c', env: { KEY: placeholder } } } };
  const metadata = { metadata: { name: 'x' } };
  const path = createTestFolder(
    file === 'tsagent.json'
      ? { [file]: { ...metadata, ...servers } }
      : { 'tsagent.json': metadata, [file]: servers },
  );
  const problems = checkAgents(path, {}).flatMap((one) => one.problems);
  expect(problems).toMatchObject([{ severity: 'mistake', field: 'mcpServers.s.env.KEY' }]);
  expect(problems[0]?.message).toContain(placeholder);
});

it('reads a file of servers with comments and a last comma, as editors write it', () => {
  const text = `{
    // The servers of the team.
    "servers": { "s": { "command": "c" /* local */, }, },
  }`;
  const path = createTestFolder({ 'tsagent.json': { metadata: { name: 'x' } }, '.mcp.json': text });
  expect(checkAgents(path, {}).flatMap((one) => one.problems)).toEqual([]);
});

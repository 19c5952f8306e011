import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { parseJson, isJsonObject } from '@timestep-ai/timestep/core';
import { expect, it, onTestFinished } from 'vitest';
import { PUBLISHED_SERVERS } from './published-servers.ts';

const run = promisify(execFile);
const MAIN = join(import.meta.dirname, '../../packages/timestep/src/people/cli/main.ts');

/**
 * Published servers of tools, with arguments after the program. They list their tools without an account. Installed in
 * the folder that the variable names: `npm install --ignore-scripts` of these names.
 */
const SERVERS: Readonly<Record<string, readonly string[]>> = {
  '@modelcontextprotocol/server-brave-search': [],
  '@modelcontextprotocol/server-everart': [],
  '@modelcontextprotocol/server-everything': [],
  '@modelcontextprotocol/server-filesystem': ['${folder}'],
  '@modelcontextprotocol/server-github': [],
  '@modelcontextprotocol/server-gitlab': [],
  '@modelcontextprotocol/server-google-maps': [],
  '@modelcontextprotocol/server-memory': [],
  '@modelcontextprotocol/server-postgres': ['postgresql://user@127.0.0.1:9/none'],
  '@modelcontextprotocol/server-sequential-thinking': [],
  '@modelcontextprotocol/server-slack': [],
  '@upstash/context7-mcp': [],
  'tavily-mcp': [],
};

/** Values without meaning, which servers need to start. */
const env = {
  BRAVE_API_KEY: 'none',
  EVERART_API_KEY: 'none',
  GITLAB_PERSONAL_ACCESS_TOKEN: 'none',
  GOOGLE_MAPS_API_KEY: 'none',
  SLACK_BOT_TOKEN: 'none',
  SLACK_TEAM_ID: 'none',
  TAVILY_API_KEY: 'none',
};

function findProgram(name: string): string {
  const folder = join(PUBLISHED_SERVERS ?? '', 'node_modules', name);
  const manifest = parseJson(readFileSync(join(folder, 'package.json'), 'utf8'));
  const bin = isJsonObject(manifest) ? manifest['bin'] : undefined;
  const [program] = isJsonObject(bin) ? Object.values(bin) : [bin];
  return join(folder, typeof program === 'string' ? program : '');
}

/** Starts all servers in a process of its own, and returns the definitions of their tools. */
async function pin(folder: string): Promise<string> {
  const args = ['--conditions=@timestep/source', MAIN, 'check', folder, '--pin'];
  await run(process.execPath, args);
  return readFileSync(join(folder, 'pins.json'), 'utf8');
}

it('an unchanged restart of published servers changes no definition, so that nothing is asked again', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'timestep-published-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  mkdirSync(join(folder, 'files'));
  const mcpServers = Object.fromEntries(
    Object.entries(SERVERS).map(([name, more], at) => [
      `s${at}`,
      { command: process.execPath, args: [findProgram(name), ...more], env },
    ]),
  );
  const manifest = { metadata: { name: 'desk' }, mcpServers, permissions: { allow: ['s*'] } };
  writeFileSync(join(folder, 'tsagent.json'), JSON.stringify(manifest));
  const first = await pin(folder);
  const servers = new Set([...first.matchAll(/"server": ?"(s\d+)"/g)].map(([, name]) => name));
  expect(servers.size).toBe(Object.keys(SERVERS).length);
  expect(await pin(folder)).toBe(first);
}, 600_000);

/**
 * Timestep's server, `timestep.ts <database> [<model>]`: an agent that repeats its messages, itself
 * or with a model at that address, on an SQLite file in a new folder (`file`) or in memory
 * (`memory`).
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Agent, serve, type AgentFn } from '@timestep-ai/timestep';
import { getText } from '@timestep-ai/timestep/core';
import { reportTo } from '../process/measured-server.ts';

const [database = 'memory', model] = process.argv.slice(2);

const echo: AgentFn = (messages) => {
  const last = messages.at(-1);
  return { role: 'assistant', content: last ? getText(last) : '' };
};

const asking: AgentFn = async (messages) => {
  const answer = await fetch(`${model}/chat/completions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ model: 'echo', messages }),
  });
  const { choices } = (await answer.json()) as {
    readonly choices: readonly { readonly message: { readonly content: string } }[];
  };
  return { role: 'assistant', content: choices[0]?.message.content ?? '' };
};

const folder = mkdtempSync(join(tmpdir(), 'timestep-bench-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));

const agent = new Agent({
  agentId: 'echo',
  name: 'Echo',
  model: model === undefined ? echo : asking,
  toolSite: 'server',
});
const { url } = await serve({
  agents: [agent],
  port: 0,
  protocols: ['responses'],
  database: database === 'file' ? join(folder, 'tasks.db') : ':memory:',
});
reportTo(`${url}/v1/responses`);

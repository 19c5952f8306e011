import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  CLIENT_CAPABILITIES_META_KEY,
  CLIENT_INFO_META_KEY,
  PROTOCOL_VERSION_META_KEY,
} from '@modelcontextprotocol/server';
import { expect, it, onTestFinished } from 'vitest';
import { HANDOFF_EXTENSION } from '#protocols/mcp';
import { agentBuiltinEcho } from '#agents/model';
import { createTestAgent } from './agents.fixture.ts';
import { Environment } from './environment.ts';
import type { Serving } from './serve.ts';

const handoff = { agent_uri: 'http://127.0.0.1:9/other', message: 'hello' };

function fileFor(): string {
  const folder = mkdtempSync(join(tmpdir(), 'timestep-key-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return join(folder, 'tasks.db');
}

async function started(database: string): Promise<Serving> {
  const environment = new Environment({ environmentId: 'front', agentId: 'front' });
  environment.tool('pay', { needsApproval: true }, () => 'paid');
  const agent = createTestAgent('front', agentBuiltinEcho, { environment });
  const serving = await agent.start({ port: 0, database });
  onTestFinished(() => serving.close(0));
  return serving;
}

interface Said {
  readonly result?: Readonly<Record<string, unknown>>;
  readonly error?: { readonly message: string };
}

const VERSION = '2026-07-28';
const CAPABILITIES = {
  sampling: {},
  elicitation: {},
  extensions: { [HANDOFF_EXTENSION]: {} },
};

/** Calls a tool as a client does that can make handoffs and ask a person. */
async function called({ url }: Serving, name: string, more: object = {}): Promise<Said> {
  const _meta = {
    [PROTOCOL_VERSION_META_KEY]: VERSION,
    [CLIENT_CAPABILITIES_META_KEY]: CAPABILITIES,
    [CLIENT_INFO_META_KEY]: { name: 'test', version: '1' },
  };
  const params = { name, arguments: name === 'handoff' ? handoff : {}, ...more, _meta };
  const response = await fetch(`${url}/mcp`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': VERSION,
      'mcp-method': 'tools/call',
      'mcp-name': name,
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params }),
  });
  const text = await response.text();
  const streamed = response.headers.get('content-type')?.startsWith('text/event-stream');
  const data = text.split('\n').findLast((line) => line.startsWith('data: '));
  return JSON.parse(streamed ? (data ?? '').slice('data: '.length) : text) as Said;
}

/** What a client that was asked something says in the second round, which may be elsewhere. */
function answered({ result }: Said, name: string): object {
  const response =
    name === 'handoff'
      ? {
          handoff: {
            role: 'assistant',
            model: 'a2a',
            content: { type: 'text', text: 'it is sunny' },
          },
        }
      : { approval: { action: 'accept', content: { approve: true } } };
  return { requestState: result?.['requestState'], inputResponses: response };
}

it.each([
  ['handoff', 'it is sunny'],
  ['pay', 'paid'],
])('finishes a call of %s that began before a restart', async (name, text) => {
  const database = fileFor();
  const first = await started(database);
  const asked = await called(first, name);
  await first.close(0);
  const second = await started(database);
  const told = await called(second, name, answered(asked, name));
  expect(told.result).toMatchObject({ content: [{ text }] });
});

it.each([
  ['handoff', 'it is sunny'],
  ['pay', 'paid'],
])('finishes a call of %s that began at another replica', async (name, text) => {
  const database = fileFor();
  const [one, other] = await Promise.all([started(database), started(database)]);
  const told = await called(other, name, answered(await called(one, name), name));
  expect(told.result).toMatchObject({ content: [{ text }] });
});

it('takes nothing that was signed elsewhere', async () => {
  const [one, other] = await Promise.all([started(':memory:'), started(fileFor())]);
  const told = await called(other, 'pay', answered(await called(one, 'pay'), 'pay'));
  expect(told.error?.message).toMatch(/Invalid or expired requestState/);
});

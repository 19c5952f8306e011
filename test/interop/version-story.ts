/** A task that waits while its agent's files change and its process is replaced. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  Agent,
  Environment,
  loadAgentFolder,
  serve,
  type AgentFn,
  type OpenBackend,
  type Serving,
} from '@timestep-ai/timestep';
import { buildTranscript, getText } from '@timestep-ai/timestep/core';
import type { Backend } from '@timestep-ai/timestep/port';

const NEVER = new AbortController().signal;

/** What is seen of a task after its answer, and of the lists of tasks. */
export interface VersionStory {
  /** What the task was given that began before the files changed, and ended in another process. */
  readonly earlier: Seen;
  /** What a task was given that began after the change. */
  readonly later: Seen;
  /** Versions of the waiting tasks in the list, longest waiting first. */
  readonly waiting: readonly (string | undefined)[];
}

interface Seen {
  readonly prompt: unknown;
  readonly tools: readonly string[];
  readonly skill: string;
  readonly burned: string;
}

/** Asks for a call that needs approval, then uses what it has, then says what it was given. */
const answering: AgentFn = (messages, { tools }) => {
  const results = messages.filter(({ role }) => role === 'tool').map(getText);
  if (results.length === 0) return calling(['c1', 'sky_get', '{}']);
  if (results.length === 1)
    return calling(['c2', 'load_skill', '{"name":"counting"}'], ['c3', 'sky_burn', '{}']);
  const [, skill = '', burned = ''] = results;
  const names = tools.map((tool) => tool.function.name).toSorted();
  const seen: Seen = { prompt: messages[0]?.content, tools: names, skill, burned };
  return { role: 'assistant', content: JSON.stringify(seen) };
};

function calling(
  ...calls: readonly (readonly [id: string, name: string, args: string])[]
): ReturnType<AgentFn> {
  const tool_calls = calls.map(([id, name, args]) => {
    return { id, type: 'function' as const, function: { name, arguments: args } };
  });
  return { role: 'assistant', content: '', tool_calls };
}

interface Files {
  readonly version: string;
  readonly prompt: string;
  readonly skill: string;
  readonly permissions: object;
  readonly tools: object;
}

const FIRST: Files = {
  version: '1.0.0',
  prompt: 'One.',
  skill: 'Count twice.',
  permissions: { ask: ['sky_get'], allow: ['sky_burn'] },
  tools: {},
};
const SECOND: Files = {
  version: '1.1.0',
  prompt: 'Two.',
  skill: 'Count once.',
  permissions: { ask: ['sky_get'], deny: ['sky_burn'] },
  tools: { toolInclude: { tools: { set: 'manual' } } },
};

function writeAgent(folder: string, url: string, files: Files): void {
  const { version, prompt, skill, permissions, tools } = files;
  const manifest = {
    metadata: { name: 'Guide', version },
    permissions,
    mcpServers: { sky: { url, ...tools } },
  };
  const head = '---\nname: counting\ndescription: How to count.\n---\n';
  mkdirSync(join(folder, 'skills/counting'), { recursive: true });
  writeFileSync(join(folder, 'tsagent.json'), JSON.stringify(manifest));
  writeFileSync(join(folder, 'prompt.md'), prompt);
  writeFileSync(join(folder, 'skills/counting/SKILL.md'), `${head}${skill}\n`);
}

interface Life {
  readonly begin: (messageId: string) => Promise<string>;
  readonly approve: (taskId: string) => Promise<Seen>;
  readonly listWaiting: () => Promise<readonly (string | undefined)[]>;
  readonly close: () => Promise<void>;
}

/** Loads and serves the agent like a process that starts, on the storage that the story is about. */
async function startLife(folder: string, open: OpenBackend): Promise<Life> {
  const definition = loadAgentFolder(folder, { model: answering });
  let backend: Backend | undefined;
  const serving: Serving = await serve({
    agents: [new Agent(definition)],
    port: 0,
    backend: async (needs) => (backend = await open(needs)),
  });
  const { runner } = serving;
  const sent = { agent: 'guide', principal: '' };
  return {
    async begin(messageId) {
      const message = { role: 'user', content: 'please' } as const;
      const { id } = await runner.submit({ ...sent, messageId, message });
      await runner.waitUntilSettled(id, NEVER);
      return id;
    },
    async approve(taskId) {
      const approvals = [{ callId: 'c1', approved: true }];
      await runner.submit({ ...sent, taskId, messageId: `yes-${taskId}`, approvals });
      const ended = await runner.waitUntilSettled(taskId, NEVER);
      return JSON.parse(buildTranscript(ended).slice(-1).map(getText).join('')) as Seen;
    },
    async listWaiting() {
      const listed = await backend?.tasks.listWaiting(10);
      return (listed?.tasks ?? []).map(({ version }) => version?.replace(/\+.*/, ''));
    },
    async close() {
      await serving.close(0);
      await definition.close();
    },
  };
}

/** Begins a task, changes the files, goes on in a new process, and compares with a task of then. */
export async function tellVersionStory(open: OpenBackend): Promise<VersionStory> {
  const folder = mkdtempSync(join(tmpdir(), 'timestep-'));
  const sky = new Environment({ environmentId: 'sky', enableHandoff: false });
  for (const name of ['get', 'set', 'burn']) sky.tool(name, {}, () => `${name} done`);
  const listening = await sky.start({ port: 0 });
  const url = `${listening.url}/mcp`;
  let life: Life | undefined;
  try {
    writeAgent(folder, url, FIRST);
    life = await startLife(folder, open);
    const first = await life.begin('m1');
    await life.close();
    writeAgent(folder, url, SECOND);
    life = await startLife(folder, open);
    const second = await life.begin('m2');
    const waiting = await life.listWaiting();
    return { waiting, earlier: await life.approve(first), later: await life.approve(second) };
  } finally {
    await life?.close();
    await listening.close(0);
    rmSync(folder, { recursive: true });
  }
}

/** What is denied now is denied to tasks that wait, too. */
const DENIED = '{"error":"denied","detail":"the rule \\"sky_burn\\" denies the call"}';

/** What the story must come to on every storage. */
export const EXPECTED_STORY: VersionStory = {
  waiting: ['1.0.0', '1.1.0'],
  earlier: {
    prompt: 'One.',
    tools: ['ask_user', 'load_skill', 'sky_burn', 'sky_get', 'sky_set'],
    skill: 'Count twice.',
    burned: DENIED,
  },
  later: {
    prompt: 'Two.',
    tools: ['ask_user', 'load_skill', 'sky_burn', 'sky_get'],
    skill: 'Count once.',
    burned: DENIED,
  },
};

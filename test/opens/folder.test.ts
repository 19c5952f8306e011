/** Agent folders as authors have written them, also in spellings of earlier releases. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { loadAgentFolder, readAgentFolder } from '@timestep-ai/timestep';
import { describe, expect, it, onTestFinished } from 'vitest';
import { COMMAND_ENV, nodeArguments, timestep } from './command.ts';
import { copyOf, GENERATIONS } from './generation.ts';
import { outcomeOf, send } from './protocol.ts';

const COUNTING = { name: 'counting', description: 'How to count what is in boxes.' };

describe.each(GENERATIONS)('the agent folders of %s', (generation) => {
  function copied(): string {
    const { folder, remove } = copyOf(generation, 'agent', 'head', 'older');
    onTestFinished(remove);
    return folder;
  }

  it('are in order', async () => {
    const { code, stdout } = await timestep(copied(), ['check', '.', '--json']);
    expect(JSON.parse(stdout)).toMatchObject({
      checked: [
        { kind: 'agent', name: 'Stock Desk', problems: [] },
        { kind: 'agent', name: 'Head', problems: [] },
        { kind: 'agent', name: 'Old Desk', problems: [] },
      ],
      mistakes: 0,
      warnings: 0,
    });
    expect(code).toBe(0);
  });

  it('are read in the spelling of now', () => {
    expect(readAgentFolder(join(copied(), 'agent'))).toMatchObject({
      name: 'Stock Desk',
      description: 'Knows the stock and orders more.',
      version: '1.4.0',
      mode: 'interactive',
      settings: { model: 'script:script.json', temperature: 0.2, maxSteps: 12, askUser: false },
      permissions: { deny: ['stock_burn'], allow: ['stock_order:what=plums'] },
      prompt: 'You know the stock.',
      agentsMd: '# What holds here\n\nCount before you order.',
      references: [{ name: 'hours', include: 'agent', text: 'From nine to five.' }],
      rules: [
        { name: 'returns', include: 'manual', text: 'Take them back.' },
        { name: 'tone', include: 'always', priority: 100, text: 'Be short.' },
      ],
      skills: [COUNTING],
      servers: [{ name: 'stock', callTimeoutMs: 30_000, target: { command: 'node' } }],
      internalServers: [{ name: 'notes' }],
      env: { STOCK_TOKEN: 'aisle-seven' },
      warnings: [],
    });
  });

  it('are read in older spellings', () => {
    expect(readAgentFolder(join(copied(), 'older'))).toMatchObject({
      name: 'Old Desk',
      settings: {
        model: 'script:script.json',
        temperature: 0.5,
        topP: 0.9,
        maxTokens: 800,
        maxSteps: 7,
      },
      references: [
        { name: 'hours', include: 'agent', text: 'From eight to four.' },
        { name: 'prices', include: 'always', text: 'All prices are in crowns.' },
      ],
      rules: [{ name: 'tone', include: 'always', priority: 100, text: 'Be long.' }],
      skills: [COUNTING],
      servers: [{ name: 'stock', target: { env: { STOCK_TOKEN: 'aisle-one' } } }],
      disabledServers: ['spare'],
      warnings: [],
    });
  });

  it('are loaded with the limits and the tools that they state', async () => {
    const definition = loadAgentFolder(join(copied(), 'older'));
    onTestFinished(() => definition.close());
    expect(definition).toMatchObject({ agentId: 'old-desk', limits: { max_steps: 7 } });
  });

  it('are served with their servers and their permissions', async () => {
    const say = speakingTo(await served(copied(), 'agent'), 'stock-desk');
    const counted = await say('How many apples are there?');
    expect(counted.answers).toEqual(['There are 3 apples ([secret]).']);
    expect((await say('Please order pears')).state).toBe('TASK_STATE_INPUT_REQUIRED');
    expect((await say('Please order plums')).answers).toEqual(['Ordered 5 plums.']);
    expect((await say('burn it')).answers).toEqual([expect.stringContaining('denied')]);
  });

  it('are served in older spellings', async () => {
    const say = speakingTo(await served(copied(), 'older'), 'old-desk');
    const counted = await say('How many apples are there?');
    expect(counted.answers).toEqual(['There are 3 apples ([secret]).']);
    expect((await say('Please order pears')).state).toBe('TASK_STATE_INPUT_REQUIRED');
  });
});

type Say = (text: string) => Promise<ReturnType<typeof outcomeOf>>;

function speakingTo(url: string, agent: string): Say {
  return async (text) => {
    const messageId = crypto.randomUUID();
    return outcomeOf(await send(url, agent, { messageId, parts: [{ text }] }));
  };
}

/** Serves an agent with the command, and returns where. */
async function served(folder: string, path: string): Promise<string> {
  const child = spawn(process.execPath, nodeArguments('serve', path, '--port', '0'), {
    cwd: folder,
    env: COMMAND_ENV,
  });
  onTestFinished(async () => {
    const gone = once(child, 'exit');
    child.kill('SIGTERM');
    await gone;
  });
  const said: string[] = [];
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => said.push(text));
  }
  const address = /http:\/\/127\.0\.0\.1:\d+/;
  await expect.poll(() => said.join('')).toMatch(address);
  return address.exec(said.join(''))?.[0] ?? '';
}

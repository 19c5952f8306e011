import { describe, expect, it } from 'vitest';
import type { ServerPrompt } from '#engine/port';
import type { CommandPort, ServersPort } from '../session-commands/command-port.ts';
import { listCompletions, runSlashLine } from './commands.ts';
import { EMPTY_VIEW } from '#people/view';

const PLAN: ServerPrompt = {
  name: 'plan',
  description: 'Plans a day',
  arguments: [
    { name: 'day', isRequired: true },
    { name: 'mood', description: 'How it shall be', isRequired: false },
  ],
};

/** A surface whose server `sky` has a prompt, beside one that is away; `asked` are its prompts. */
function surface(change: Partial<ServersPort> = {}) {
  const asked: unknown[] = [];
  const status = { state: 'connected', tools: 0, malformedTools: [] } as const;
  const servers: ServersPort = {
    list: () => [
      { ...status, name: 'sky' },
      { ...status, name: 'away', state: 'left-out' },
      { ...status, name: 'off', state: 'disabled' },
    ],
    ping: () => Promise.reject(new Error('not here')),
    readLog: () => [],
    reload: () => Promise.resolve([]),
    listPrompts: (name) =>
      name === 'sky' ? Promise.resolve([PLAN]) : Promise.reject(new Error(`${name} is away`)),
    getPrompt: (server, prompt) => {
      asked.push([server, prompt]);
      return Promise.resolve([
        { role: 'user', content: '/plan my day' },
        { role: 'assistant', content: 'Gladly.' },
        { role: 'user', content: { type: 'resource', resource: { uri: 'x://1', text: 'notes' } } },
        { role: 'user', content: { type: 'image', data: 'AAAA', mimeType: 'image/png' } },
      ]);
    },
    ...change,
  };
  const port: CommandPort = { getLicense: () => '', getView: () => EMPTY_VIEW, servers };
  return { asked, port, run: (line: string) => runSlashLine(line, port) };
}

describe('/prompts', () => {
  it('lists the prompts of the servers that are there, with what they take', async () => {
    expect(await surface().run('/prompts')).toEqual({
      do: 'say',
      text: '- `/prompts sky/plan day=… [mood=…]`: Plans a day',
    });
  });

  it('says a prompt to the agent, filled in by its server', async () => {
    const { asked, run } = surface();
    expect(await run('/prompts sky/plan day="next Monday" mood=a=b')).toEqual({
      do: 'send',
      text: '/plan my day\n\nassistant: Gladly.\n\nnotes\n\n[image]',
    });
    expect(asked).toEqual([
      ['sky', { name: 'plan', arguments: { day: 'next Monday', mood: 'a=b' } }],
    ]);
  });

  it.each([
    ['/prompts sky/plan', 'Usage: `/prompts sky/plan day=… [mood=…]`.'],
    ['/prompts sky/plan day=1 night=2', 'Usage: `/prompts sky/plan day=… [mood=…]`.'],
    ['/prompts sky/plan Monday', 'Usage: `/prompts sky/plan day=… [mood=…]`.'],
    ['/prompts sky/plam', 'Unknown prompt `sky/plam`. Did you mean `sky/plan`?'],
    ['/prompts other', 'Unknown prompt `other`. List them with /prompts.'],
  ])('refuses %s, and asks the server for nothing', async (line, text) => {
    const { asked, run } = surface();
    expect(await run(line)).toEqual({ do: 'refuse', text });
    expect(asked).toEqual([]);
  });

  it('completes names and arguments', async () => {
    const { port } = surface();
    expect(await listCompletions('/prompts sk', port)).toEqual([
      { word: 'sky/plan', about: 'Plans a day' },
    ]);
    expect(await listCompletions('/prompts sky/plan m', port)).toEqual([
      { word: 'mood=', about: 'How it shall be' },
    ]);
  });

  it('says where it cannot be used', async () => {
    const { port } = surface();
    const { listPrompts: _prompts, getPrompt: _getPrompt, ...bare } = port.servers ?? {};
    const without = { ...port, servers: bare as ServersPort };
    expect(await runSlashLine('/prompts', without)).toMatchObject({ do: 'refuse' });
  });
});

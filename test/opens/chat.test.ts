/** Conversations that were begun with an earlier release are listed, and go on at a terminal. */
import { beforeAll, describe, expect, it, afterAll } from 'vitest';
import { timestep, type Ended } from './command.ts';
import { copyOf, GENERATIONS, writtenOf } from './generation.ts';

interface Line {
  readonly role: string;
  readonly content: string;
  readonly tool_calls?: readonly {
    readonly id: string;
    readonly function: { readonly name: string };
  }[];
}

describe.each(GENERATIONS)('the conversations of %s', (generation) => {
  const { ended, waiting, forked, delegated } = writtenOf(generation).chat;
  let copy: ReturnType<typeof copyOf>;

  beforeAll(() => {
    copy = copyOf(generation, 'agent', 'head', 'chat.db');
  });
  afterAll(() => copy.remove());

  function run(words: string, ...args: readonly string[]): Promise<Ended> {
    return timestep(copy.folder, [...args, '--database', 'chat.db'], words);
  }

  /**
   * Allows a call. A copy lies in another folder than the fixture did when it was written, so a call of
   * a server in that folder is asked about again.
   */
  async function allow(...args: readonly string[]): Promise<Ended> {
    const first = await run('yes', ...args);
    const isMoved = first.stderr.includes('the command or address of its server');
    return isMoved ? run('yes', ...args) : first;
  }

  async function said(id: string): Promise<readonly string[]> {
    const { stdout } = await run('', 'sessions', 'export', id, '--form', 'transcript');
    return (JSON.parse(stdout) as readonly Line[]).map(({ role, content, tool_calls: calls }) =>
      [
        `${role}:`,
        content,
        ...(calls ?? []).map((call) => `${call.id} ${call.function.name}`),
      ].join(' '),
    );
  }

  it('are listed with their names and turns', async () => {
    const { stdout } = await run('', 'sessions', 'list', '--json');
    const { sessions } = JSON.parse(stdout) as {
      readonly sessions: readonly { readonly id: string }[];
    };
    const byId = new Map(sessions.map((session) => [session.id, session]));
    expect([ended, waiting, delegated, forked].map((id) => byId.get(id))).toEqual([
      expect.objectContaining({ agent: 'stock-desk', name: 'A look at the stock', turns: 1 }),
      expect.objectContaining({ agent: 'stock-desk', name: 'Please order pears', turns: 1 }),
      expect.objectContaining({ agent: 'head', name: 'Please order figs', turns: 1 }),
      expect.objectContaining({
        agent: 'stock-desk',
        turns: 0,
        forked_from: expect.anything() as unknown,
      }),
    ]);
  });

  it('go on with another turn', async () => {
    const chat = ['chat', 'agent', '--trust', '--resume', ended];
    expect(await run('How many pears?', ...chat)).toEqual({
      code: 0,
      stdout: 'There are 3 pears ([secret]).\n',
      stderr: '',
    });
    expect(await said(ended)).toEqual([
      'user: How many apples?',
      'assistant:  call_1_1 stock_count',
      'tool: {"what":"apples","count":3,"token":"[secret]"}',
      'assistant: There are 3 apples ([secret]).',
      'user: How many pears?',
      'assistant:  call_3_1 stock_count',
      'tool: {"what":"pears","count":3,"token":"[secret]"}',
      'assistant: There are 3 pears ([secret]).',
    ]);
  });

  it('make a call once it is allowed', async () => {
    expect(await allow('chat', 'agent', '--trust', '--resume', waiting)).toEqual({
      code: 0,
      stdout: 'Ordered 5 pears.\n',
      stderr: '',
    });
    expect(await said(waiting)).toEqual([
      'user: Please order pears',
      'assistant:  call_1_1 stock_order',
      'tool: {"what":"pears","count":5}',
      'assistant: Ordered 5 pears.',
    ]);
  });

  it('go on where they were forked', async () => {
    const answered = await run('How many plums?', 'chat', 'agent', '--trust', '--resume', forked);
    expect(answered).toMatchObject({ code: 0, stdout: 'There are 3 plums ([secret]).\n' });
    // The script counts its replies, also those before the fork.
    expect(await said(forked)).toEqual([
      'user: How many plums?',
      'assistant:  call_3_1 stock_count',
      'tool: {"what":"plums","count":3,"token":"[secret]"}',
      'assistant: There are 3 plums ([secret]).',
    ]);
  });

  it('ask on behalf of an agent that was called, and have its answer', async () => {
    const answered = await allow('chat', 'head', '--resume', delegated);
    expect(answered).toMatchObject({ code: 0, stdout: 'The desk says: Ordered 5 figs.\n' });
    const { stdout } = await run('', 'tasks', 'list', '--state', 'completed', '--json');
    const { tasks } = JSON.parse(stdout) as {
      readonly tasks: readonly { readonly agent: string; readonly context_id: string }[];
    };
    // No other task has begun: the called task continued.
    const fig = tasks.filter(
      ({ context_id: context }) => ![ended, waiting, forked].includes(context),
    );
    expect(fig.map(({ agent }) => agent).toSorted()).toEqual(['head', 'stock-desk']);
  });
});

import {
  Environment,
  tool,
  type AgentFn,
  type Message,
  type ToolCall,
} from '@timestep-ai/timestep';
import { getText } from '@timestep-ai/timestep/core';
import type { Seen, Setup, Tool } from './setup.ts';

/** Observations, recorded as they happen; they outlive the server. */
export type World = {
  -readonly [Part in keyof Omit<Seen, 'read' | 'echo'>]: Seen[Part] extends readonly (infer Item)[]
    ? Item[]
    : Seen[Part];
};

export function newWorld(): World {
  return {
    asked: [],
    ranWhenAsked: [],
    questions: [],
    given: [],
    ran: [],
    probed: 0,
    offered: [],
    choices: [],
    forms: [],
    pictures: [],
    stopped: 0,
    ended: [],
  };
}

/** The user at the caller, who is asked and answers. */
export function askPerson(world: World, { approves = false }: Setup, name: string): boolean {
  world.asked.push(name);
  world.ranWhenAsked.push([...world.ran]);
  return approves;
}

/** The answer of a user, as text and, for a form, as data. */
export interface Answered {
  readonly text: string;
  readonly data?: Readonly<Record<string, string | number>>;
}

/** The user at the caller, who answers the questions of tools. */
export function answerOfPerson(world: World, question: string): Answered {
  world.questions.push(question);
  if (question !== 'Which seat?') return { text: 'Ada' };
  const data = { row: 12, side: 'window' };
  return { text: JSON.stringify(data), data };
}

/** A call of `order` that does not end until it is released. */
export interface Hanging {
  readonly begun: Promise<void>;
  begin(): void;
  /** Resolves when the call is aborted. */
  readonly stopped: Promise<void>;
  stop(): void;
}

export function hanging(): Hanging {
  const { promise, resolve } = Promise.withResolvers<void>();
  const told = Promise.withResolvers<void>();
  return { begun: promise, begin: resolve, stopped: told.promise, stop: told.resolve };
}

export function environmentOf(world: World, { without }: Setup, hangs?: Hanging): Environment {
  const execute = (name: Tool, result: string) => (): string => {
    world.ran.push(name);
    return result;
  };
  const order = (_: unknown, { signal }: { signal: AbortSignal }): string | Promise<string> => {
    world.ran.push('order');
    if (!hangs || world.ran.length > 1) return 'ordered';
    signal.addEventListener('abort', () => {
      world.stopped += 1;
      hangs.stop();
    });
    hangs.begin();
    return new Promise<never>(() => undefined);
  };
  const probe = () => {
    world.probed += 1;
    return { content: 'ordered before' };
  };
  const book = tool({
    execute(_, { answers: [who], ask }) {
      world.ran.push('book');
      if (!who && without !== 'question') return ask('For whom?');
      return `booked for ${who?.text ?? 'nobody'}`;
    },
  });
  const seat = tool({
    execute(_, { answers: [chosen], ask }) {
      world.ran.push('seat');
      if (!chosen) return ask({ text: 'Which seat?', ...(without !== 'form' && { schema: SEAT }) });
      const { row, side } = chosen.data ?? {};
      return row === 12 && side === 'window' ? 'seat 12 window' : 'no seat';
    },
  });
  const draw = tool({
    execute(_, { give }) {
      world.ran.push('draw');
      if (without !== 'artifact') give({ name: 'plan.md', parts: '# Plan' });
      return 'drawn';
    },
  });
  const needsApproval = without !== 'needsApproval';
  return new Environment({ environmentId: 'doors', enableHandoff: false })
    .tool('look', tool({ execute: execute('look', 'saw') }))
    .tool('pay', tool({ needsApproval, execute: execute('pay', 'paid') }))
    .tool('book', book)
    .tool('draw', draw)
    .tool('seat', seat)
    .tool(
      'order',
      without === 'probe'
        ? tool({ replay: 'safe', execute: order })
        : tool({ replay: 'probe', execute: order, probe }),
    );
}

/** The data that a form requests from the user. */
const SEAT = {
  type: 'object',
  properties: { row: { type: 'integer' }, side: { type: 'string' } },
  required: ['row', 'side'],
};

function picturesIn(message: Message): readonly string[] {
  if (message.role !== 'user' || typeof message.content === 'string') return [];
  return message.content.flatMap((part) =>
    part.type === 'image_url' ? [String(/^data:([^;]+);/.exec(part.image_url.url)?.[1])] : [],
  );
}

/** Calls the planned tools, whether they are offered or not, and repeats their results. */
export function planned(world: World, { plan }: Setup): AgentFn {
  return (messages, { tools, settings }) => {
    world.offered.push(tools.map((offered) => offered.function.name));
    world.choices.push(settings?.tool_choice ?? null);
    world.forms.push(settings?.text?.format ?? null);
    world.pictures.push(...messages.flatMap(picturesIn));
    const step = messages.filter(({ role }) => role === 'assistant').length;
    const tool_calls = plan[step]?.map((name, index): ToolCall => {
      const id = `call-${step}-${index}`;
      return { id, type: 'function', function: { name, arguments: '{}' } };
    });
    if (tool_calls) return { role: 'assistant', content: null, tool_calls };
    const read = messages.filter(({ role }) => role === 'tool').map(getText);
    return { role: 'assistant', content: JSON.stringify(read) };
  };
}

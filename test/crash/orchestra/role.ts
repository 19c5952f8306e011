/** The coordinator, or the specialist that it calls, at an address of A2A: `role.ts <RoleOrder>`. */
import { appendFileSync, readFileSync } from 'node:fs';
import { Agent, Environment, serve, tool, type Servable } from '@timestep-ai/timestep';
import { openCatalog } from '@timestep-ai/timestep/catalog';
import {
  getText,
  type AssistantMessage,
  type JsonObject,
  type Message,
} from '@timestep-ai/timestep/core';
import type { OpenBackend } from '@timestep-ai/timestep/port';
import { openSqlite } from '@timestep-ai/timestep/runner';
import { calling } from '../agents.ts';
import type { RoleOrder } from './orders.ts';

const order = JSON.parse(process.argv[2] ?? '') as RoleOrder;
const { role, port, backing, database, taskQueue } = order;

function pass(point: string): void {
  const { timestepCrashPoint: passPoint } = globalThis as {
    readonly timestepCrashPoint?: (name: string) => void;
  };
  passPoint?.(point);
}

const backend: OpenBackend = async (needs) => {
  if (backing.kind === 'sqlite') return openSqlite({ ...needs, path: database });
  const { openTemporal } = await import('@timestep-ai/temporal');
  return openTemporal({ ...needs, database, address: backing.address, taskQueue });
};

const says = (content: string): AssistantMessage => ({ role: 'assistant', content });

/** Replies between two points. */
function thinking(reply: (last: Message | undefined) => AssistantMessage) {
  return async (messages: readonly Message[]): Promise<AssistantMessage> => {
    pass('before model');
    const said = reply(messages.at(-1));
    pass('after model');
    return said;
  };
}

/** What tools return here, and the report of a call of an agent; or why there is none. */
interface Result {
  readonly day?: string;
  readonly booking?: number;
  readonly answer?: string;
  readonly failure?: string;
}

function resultIn(message: Message): Result {
  const text = getText(message);
  return text.startsWith('{') ? (JSON.parse(text) as Result) : { failure: text };
}

/** Has the specialist book, and says what the specialist has said. */
function coordinating(last: Message | undefined): AssistantMessage {
  if (last?.role === 'tool') {
    const { answer, failure } = resultIn(last);
    return says(answer ?? failure ?? 'nothing was answered');
  }
  const message = last ? getText(last) : '';
  const args = { agent: 'travel', message };
  return calling([{ id: 'call-travel', name: 'agents_call_agent', args }]);
}

/** Asks for the day, books, and says what is booked. */
function specializing(last: Message | undefined): AssistantMessage {
  if (last?.role !== 'tool') return calling([{ id: 'call-day', name: 'day' }]);
  const { day, booking, failure } = resultIn(last);
  if (booking !== undefined) return says(`Lisbon on ${day} is booked, number ${booking}.`);
  if (day === undefined) return says(failure ?? 'nothing was said');
  return calling([{ id: 'call-book', name: 'desk_book', args: { day } }]);
}

interface Booking {
  readonly booking: number;
  readonly key: string;
  readonly day: string;
}

const DAY = tool({
  description: 'Asks for the day.',
  replay: 'safe',
  execute: (_args, { answers, ask }) => {
    const [answer] = answers;
    return answer ? { day: answer.text } : ask({ text: 'On which day?' });
  },
});

const BOOK = tool({
  description: 'Books.',
  replay: 'key',
  needsApproval: true,
  execute({ day }: JsonObject, { key }) {
    pass('before booking');
    const lines = readFileSync(order.bookings, 'utf8')
      .split('\n')
      .filter((line) => line !== '');
    const known = lines.map((line) => JSON.parse(line) as Booking);
    const found = known.find((booked) => booked.key === key);
    const booking = found ?? { booking: known.length + 1, key, day };
    if (!found) appendFileSync(order.bookings, `${JSON.stringify(booking)}\n`);
    pass('after booking');
    return booking;
  },
});

async function agents(): Promise<readonly Servable[]> {
  if (role === 'coordinator') {
    const load = { model: thinking(coordinating) };
    const catalog = await openCatalog([order.folder], { load, isFollowed: false });
    return catalog.servables.list();
  }
  const environment = new Environment({ environmentId: 'desk', agentId: 'travel' });
  environment.tool('day', DAY).tool('desk_book', BOOK);
  const travel = new Agent({
    agentId: 'travel',
    name: 'Travel',
    model: thinking(specializing),
    environment,
    toolSite: 'server',
  });
  return [travel];
}

const serving = await serve({ agents: await agents(), port, protocols: ['a2a'], backend });
process.stdout.write(`${serving.url}\n`);

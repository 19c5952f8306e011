import type { ServersPort } from '../session-commands/command-port.ts';
import type {
  AgentServers,
  ServerFailure,
  ServerLine,
  ServerPing,
  ServerStatus,
} from '#engine/port';
import {
  quoteAsCode,
  formatList,
  createRefusal,
  type CommandResult,
  type Completion,
} from './slash-command.ts';
import { findServerLog, nameCalledServer } from './server-logs.ts';

export const SERVER_VERBS = ['reload', 'ping', 'log'] as const;

type ServerVerb = (typeof SERVER_VERBS)[number];

export function isServerVerb(word: string | undefined): word is ServerVerb {
  return SERVER_VERBS.some((verb) => verb === word);
}

const MAX_LOG_LINES = 50;

export async function runServerVerb(
  servers: ServersPort | undefined,
  verb: ServerVerb,
  name: string | undefined,
): Promise<CommandResult> {
  if (!servers) return createRefusal('No MCP servers of the agent are available in this chat.');
  switch (verb) {
    case 'reload': {
      const all = await servers.reload(name);
      return formatList(filterByName(all, name).map(formatStatus), 'The agent has no MCP servers.');
    }
    case 'ping': {
      const asked = filterByName(servers.list(), name).filter(({ state }) => state !== 'disabled');
      const names = name === undefined ? asked.map((one) => one.name) : [name];
      const lines = await Promise.all(
        names.map(async (one) => `${quoteAsCode(one)}: ${formatPing(await servers.ping(one))}`),
      );
      return formatList(lines, 'The agent has no MCP servers.');
    }
    case 'log': {
      if (name === undefined) return createRefusal('Usage: `/tools log <server>`.');
      const found = await findServerLog(servers, name);
      if ('refusal' in found) return createRefusal(found.refusal);
      const lines = found.read().slice(-MAX_LOG_LINES);
      const empty = `The server ${quoteAsCode(found.name)} has printed nothing.`;
      return formatList(lines.map(formatLogLine), empty);
    }
  }
}

/** Formats the list of MCP servers, which is shown below the tools; empty without servers. */
export function formatServersSection(servers: AgentServers | undefined): string {
  const all = servers?.list() ?? [];
  return all.length === 0 ? '' : `\n\nMCP servers:\n\n${formatList(all.map(formatStatus), '')}`;
}

export function suggestServers(
  servers: Pick<AgentServers, 'list'> | undefined,
): readonly Completion[] {
  return (servers?.list() ?? []).map(({ name, state }) => ({ word: name, about: STATES[state] }));
}

/** Suggests servers whose log can be shown: those of the agent, and those of the agents that it calls. */
export async function suggestServerLogs(
  servers: ServersPort | undefined,
): Promise<readonly Completion[]> {
  const called = (await servers?.listCalled?.()) ?? [];
  const ofCalled = called.flatMap(({ agent, servers: theirs }) =>
    suggestServers(theirs).map((one) => ({ ...one, word: nameCalledServer(agent, one.word) })),
  );
  return [...suggestServers(servers), ...ofCalled];
}

function filterByName(
  all: readonly ServerStatus[],
  name: string | undefined,
): readonly ServerStatus[] {
  return name === undefined ? all : all.filter((one) => one.name === name);
}

const STATES: Readonly<Record<ServerStatus['state'], string>> = {
  idle: 'not connected yet',
  connecting: 'connecting',
  connected: 'connected',
  failed: 'failed',
  'left-out': 'unavailable',
  disabled: 'disabled',
};

function formatStatus(status: ServerStatus): string {
  const { name, state, tools, malformedTools, lastError, lastPing } = status;
  const isAway = state === 'failed' || state === 'left-out';
  const error = lastError && formatFailure(lastError);
  const facts = [
    STATES[state],
    ...(state === 'connected' ? [`${tools} ${tools === 1 ? 'tool' : 'tools'}`] : []),
    ...(malformedTools.length > 0
      ? [`malformed tools: ${malformedTools.map(quoteAsCode).join(' ')}`]
      : []),
    ...(lastPing && state === 'connected' ? [formatPing(lastPing)] : []),
    ...(error === undefined ? [] : [isAway ? error : `last error ${error}`]),
  ];
  return `${quoteAsCode(name)}: ${facts.join(', ')}`;
}

function formatFailure({ at, why, lastWords }: ServerFailure): string {
  const last = lastWords === undefined ? '' : `, last output ${quoteAsCode(lastWords)}`;
  return `${formatTime(at)} ${why}${last}`;
}

function formatPing(ping: ServerPing): string {
  return 'why' in ping ? ping.why : `answered in ${ping.roundTripMs} ms`;
}

function formatLogLine({ at, level, text }: ServerLine): string {
  return `${formatTime(at)} ${level === undefined ? '' : `${level} `}${quoteAsCode(text)}`;
}

/** Formats a time as hours, minutes and seconds in UTC. */
function formatTime(at: number): string {
  return new Date(at).toISOString().slice(11, 19);
}

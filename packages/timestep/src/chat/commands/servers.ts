import type { AgentServers, ServerLine, ServerPing, ServerStatus } from '../../port/index.ts';
import { code, listOf, refuse, say, type Answer, type Completion } from '../slash-command.ts';

/** What `/tools` does with the servers of tools. */
export const SERVER_VERBS = ['reload', 'ping', 'log'] as const;

type ServerVerb = (typeof SERVER_VERBS)[number];

export function isServerVerb(word: string | undefined): word is ServerVerb {
  return SERVER_VERBS.some((verb) => verb === word);
}

/** Lines that are shown of what a server has said. */
const MOST_LINES = 50;

/** Carries out a verb, for the server of that name or for all. */
export async function serverAnswer(
  servers: AgentServers | undefined,
  verb: ServerVerb,
  name: string | undefined,
): Promise<Answer> {
  if (!servers) return refuse('The agent has no MCP servers here.');
  switch (verb) {
    case 'reload': {
      const all = await servers.reload(name);
      return say(listOf(chosen(all, name).map(statusLine), 'The agent has no MCP servers.'));
    }
    case 'ping': {
      const asked = chosen(servers.list(), name).filter(({ state }) => state !== 'disabled');
      const names = name === undefined ? asked.map((one) => one.name) : [name];
      const lines = await Promise.all(
        names.map(async (one) => `${code(one)}: ${pingText(await servers.ping(one))}`),
      );
      return say(listOf(lines, 'The agent has no MCP servers.'));
    }
    case 'log': {
      if (name === undefined) return refuse('Write `/tools log <server>`.');
      const lines = servers.log(name).slice(-MOST_LINES);
      return say(listOf(lines.map(logLine), `The server ${code(name)} has said nothing.`));
    }
  }
}

/** How the servers are, below the list of tools; empty where there are none. */
export function serversText(servers: AgentServers | undefined): string {
  const all = servers?.list() ?? [];
  return all.length === 0 ? '' : `\n\nMCP servers:\n\n${listOf(all.map(statusLine), '')}`;
}

export function serverNames(servers: AgentServers | undefined): readonly Completion[] {
  return (servers?.list() ?? []).map(({ name, state }) => ({ word: name, about: STATES[state] }));
}

function chosen(all: readonly ServerStatus[], name: string | undefined): readonly ServerStatus[] {
  return name === undefined ? all : all.filter((one) => one.name === name);
}

const STATES: Readonly<Record<ServerStatus['state'], string>> = {
  idle: 'not connected yet',
  connecting: 'connecting',
  connected: 'connected',
  failed: 'failed',
  'left-out': 'left out',
  disabled: 'switched off',
};

function statusLine({
  name,
  state,
  tools,
  malformedTools,
  lastError,
  lastPing,
}: ServerStatus): string {
  const isAway = state === 'failed' || state === 'left-out';
  const error = lastError && `${timeOf(lastError.at)} ${lastError.why}`;
  const facts = [
    STATES[state],
    ...(state === 'connected' ? [`${tools} ${tools === 1 ? 'tool' : 'tools'}`] : []),
    ...(malformedTools.length > 0 ? [`left out: ${malformedTools.map(code).join(' ')}`] : []),
    ...(lastPing && state === 'connected' ? [pingText(lastPing)] : []),
    ...(error === undefined ? [] : [isAway ? error : `last error ${error}`]),
  ];
  return `${code(name)}: ${facts.join(', ')}`;
}

function pingText(ping: ServerPing): string {
  return 'why' in ping ? ping.why : `answered in ${ping.roundTripMs} ms`;
}

function logLine({ at, level, text }: ServerLine): string {
  return `${timeOf(at)} ${level === undefined ? '' : `${level} `}${code(text)}`;
}

/** The time of a day, in UTC. */
function timeOf(at: number): string {
  return new Date(at).toISOString().slice(11, 19);
}

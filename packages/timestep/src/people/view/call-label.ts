import { getText, parseArguments, type AssistantMessage, type ToolCall } from '#core';
import { shortenLine } from './shorten-line.ts';

/** What a call is shown as: its tool or the agent that it asks, and its main argument or the question. */
export interface CallLabel {
  readonly label: string;
  readonly note?: string;
  /** Whether the call asks another agent, whose name is the label. */
  readonly asksAgent?: true;
}

/** Describes a call for a list of steps. */
export function describeCall({ function: called }: Pick<ToolCall, 'function'>): CallLabel {
  const { name } = called;
  const args = parseArguments(called.arguments) ?? {};
  const asked = findAskedAgent(name, args);
  if (asked) return { ...asked, asksAgent: true };
  const values = Object.values(args).flatMap((value) =>
    typeof value === 'string' || typeof value === 'number' ? [String(value)] : [],
  );
  const note = shortenLine(values.join(' '));
  const label = shortenLine(name);
  return note === '' ? { label } : { label, note };
}

function findAskedAgent(
  name: string,
  { agent, agent_uri: uri, message }: Readonly<Record<string, unknown>>,
): { readonly label: string; readonly note: string } | undefined {
  if (!/(?:^|_)(?:call_agent|handoff)$/.test(name)) return undefined;
  const asked = typeof agent === 'string' ? agent : typeof uri === 'string' ? uri : undefined;
  if (asked === undefined || typeof message !== 'string') return undefined;
  return { label: shortenLine(nameAgent(asked)), note: shortenLine(message) };
}

/** Describes a reply: the agents and tools that it calls, or the beginning of its text. */
export function describeReply(message: AssistantMessage): string {
  const { tool_calls: calls = [] } = message;
  if (calls.length === 0) return shortenLine(getText(message));
  const names = calls.map((call) => describeCall(call).label);
  return shortenLine([...new Set(names)].join(', '));
}

/** Returns the last part of an address or a path that names the agent. */
function nameAgent(source: string): string {
  const path = source.replace(/^[a-z][a-z\d+.-]{0,20}:\/\//i, '');
  return path.split('/').findLast((part) => !['', '.', '..'].includes(part)) ?? source;
}

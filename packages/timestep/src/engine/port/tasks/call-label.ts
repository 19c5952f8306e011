import { getText, parseArguments, type AssistantMessage, type ToolCall } from '#core';
import { shortenLine } from './shorten-line.ts';

/** How a call is displayed: its tool or the called agent, and its main argument or question. */
export interface CallLabel {
  readonly label: string;
  readonly note?: string;
  /** Whether the call calls another agent, whose name is then the label. */
  readonly asksAgent?: true;
}

/** Describes a tool call for a list of steps. */
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
  return { label: shortenLine(getAgentNameFromAddress(asked)), note: shortenLine(message) };
}

/** Describes a model reply: the called tools and agents, otherwise the beginning of its text. */
export function describeReply(message: AssistantMessage): string {
  const { tool_calls: calls = [] } = message;
  if (calls.length === 0) return shortenLine(getText(message));
  const names = calls.map((call) => describeCall(call).label);
  return shortenLine([...new Set(names)].join(', '));
}

/** Returns the last part of a URL or path as the name of an agent. */
function getAgentNameFromAddress(source: string): string {
  const path = source.replace(/^[a-z][a-z\d+.-]{0,20}:\/\//i, '');
  return path.split('/').findLast((part) => !['', '.', '..'].includes(part)) ?? source;
}

import { parseArguments, type ToolCall } from '#core';

/** Maximum characters of a question in a label. */
const MAX_QUESTION = 120;

/** Returns what a call is shown as: the name of its tool, or the agent that it asks and the question. */
export function formatCallLabel({ function: called }: Pick<ToolCall, 'function'>): string {
  const { name } = called;
  if (!/(?:^|_)(?:call_agent|handoff)$/.test(name)) return name;
  const { agent, agent_uri: uri, message } = parseArguments(called.arguments) ?? {};
  const asked = typeof agent === 'string' ? agent : typeof uri === 'string' ? uri : undefined;
  if (asked === undefined || typeof message !== 'string') return name;
  const question = message.replaceAll(/\s+/g, ' ').trim();
  const shown = question.length > MAX_QUESTION ? `${question.slice(0, MAX_QUESTION)}…` : question;
  return `${nameAgent(asked)}: ${shown}`;
}

/** Returns the last part of an address or a path that names the agent. */
function nameAgent(source: string): string {
  const path = source.replace(/^[a-z][a-z\d+.-]{0,20}:\/\//i, '');
  return path.split('/').findLast((part) => !['', '.', '..'].includes(part)) ?? source;
}

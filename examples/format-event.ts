import { styleText } from 'node:util';
import type { ClientEvent } from '@timestep-ai/timestep';

/** Display names of agents, by address. */
export type Names = Readonly<Record<string, string>>;

/**
 * Formats one event as one line; undefined if the event is not shown. Work that an agent does on
 * behalf of another agent is indented.
 */
export function formatEvent(event: ClientEvent, names: Names): string | undefined {
  const who = names[event.agentUri] ?? event.agentUri;
  const line = (protocol: string, text: string): string =>
    `${'  '.repeat(event.depth)}${styleText('dim', protocol.padEnd(10))} ${text}`;
  switch (event.type) {
    case 'sent':
      return line('A2A  ->', `${who}: ${quote(event.text)}`);
    case 'state':
      return line(
        'A2A  <-',
        `${who}: task ${event.taskId.slice(0, 18)} is ${styleText('yellow', event.state)}`,
      );
    case 'tool-call':
      return line(
        'MCP  ->',
        `tools/call ${styleText('cyan', event.name)} ${JSON.stringify(event.arguments)}`,
      );
    case 'tool-result':
      return line(
        'MCP  <-',
        `${event.name}: ${event.isError ? styleText('red', event.content) : event.content}`,
      );
    case 'handoff':
      return line('MCP  <-', `sampling/createMessage for ${names[event.to] ?? event.to}`);
    case 'answer':
      return line('answer', styleText('bold', event.text));
    case 'text':
      return undefined;
  }
}

function quote(text: string): string {
  return `"${text}"`;
}

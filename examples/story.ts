import { styleText } from 'node:util';
import type { ClientEvent } from '@timestep-ai/timestep';

/** Names for addresses, so that the story reads like one. */
export type Names = Readonly<Record<string, string>>;

/**
 * Tells one event as one line, or nothing where there is nothing to tell. What an agent does on
 * behalf of another is indented below it.
 */
export function tell(event: ClientEvent, names: Names): string | undefined {
  const who = names[event.agentUri] ?? event.agentUri;
  const line = (protocol: string, text: string): string =>
    `${'  '.repeat(event.depth)}${styleText('dim', protocol.padEnd(10))} ${text}`;
  switch (event.type) {
    case 'sent':
      return line('A2A  ->', `${who}: ${quoted(event.text)}`);
    case 'state':
      return line(
        'A2A  <-',
        `${who}: task ${event.taskId.slice(0, 8)} is ${styleText('yellow', event.state)}`,
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

function quoted(text: string): string {
  return `"${text}"`;
}

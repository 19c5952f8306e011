import { textOf, type ContentPart, type Message } from '../../core/index.ts';

const HEADING = 'Before the message that follows, this was said:';

/**
 * What a peer has not received, as parts of a message to it: A2A has no place for instructions and
 * turns of other agents, so they become text, each under its role. Attachments stay as they are.
 */
export function partsOfEarlierTurns(messages: readonly Message[]): ContentPart[] {
  if (messages.length === 0) return [];
  return [{ type: 'text', text: HEADING }, ...messages.flatMap(partsOf)];
}

function partsOf(message: Message): ContentPart[] {
  const { role, content } = message;
  if (content !== null && typeof content !== 'string') {
    return [{ type: 'text', text: `[${role}]` }, ...content];
  }
  const calls = role === 'assistant' ? (message.tool_calls ?? []) : [];
  const lines = [
    `[${role}]`,
    ...(content === null || content === '' ? [] : [textOf(message)]),
    ...calls.map(({ function: { name, arguments: args } }) => `called ${name}(${args})`),
  ];
  return [{ type: 'text', text: lines.join('\n') }];
}

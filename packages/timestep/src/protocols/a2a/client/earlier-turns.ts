import { getText, type ContentPart, type Message } from '../../../core/index.ts';

const HEADING = 'Before the message that follows, this was said:';

/** Instructions and other agents' turns become text, because A2A has no field for them. */
export function earlierTurnsToParts(messages: readonly Message[]): ContentPart[] {
  if (messages.length === 0) return [];
  return [{ type: 'text', text: HEADING }, ...messages.flatMap(messageToParts)];
}

function messageToParts(message: Message): ContentPart[] {
  const { role, content } = message;
  if (content !== null && typeof content !== 'string') {
    return [{ type: 'text', text: `[${role}]` }, ...content];
  }
  const calls = role === 'assistant' ? (message.tool_calls ?? []) : [];
  const lines = [
    `[${role}]`,
    ...(content === null || content === '' ? [] : [getText(message)]),
    ...calls.map(({ function: { name, arguments: args } }) => `called ${name}(${args})`),
  ];
  return [{ type: 'text', text: lines.join('\n') }];
}

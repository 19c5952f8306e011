import type { ContentPart, Message } from '#core';

/** Replaces the text of a blank message, because model providers refuse blank texts. */
export const EMPTY_MESSAGE = '(empty message)';
export const EMPTY_RESULT = '(no output)';

/**
 * Returns a message whose texts every model provider accepts: well-formed Unicode, without NUL, not
 * blank. Returns the same object if nothing changes.
 */
export function cleanMessage(message: Message): Message {
  switch (message.role) {
    case 'system':
      return withContent(message, cleanText(message.content));
    case 'user': {
      const { content } = message;
      if (typeof content === 'string') {
        return withContent(
          message,
          cleanText(content).trim() === '' ? EMPTY_MESSAGE : cleanText(content),
        );
      }
      const parts = content.map(cleanPart).filter(isShown);
      if (parts.length === 0) return { ...message, content: EMPTY_MESSAGE };
      return parts.every((part, at) => part === content[at]) && parts.length === content.length
        ? message
        : { ...message, content: parts };
    }
    case 'assistant':
      return message.content === null ? message : withContent(message, cleanText(message.content));
    case 'tool': {
      const text = cleanText(message.content);
      return withContent(message, text.trim() === '' ? EMPTY_RESULT : text);
    }
  }
}

function withContent<M extends Message>(message: M, content: string): M {
  return message.content === content ? message : { ...message, content };
}

function cleanPart(part: ContentPart): ContentPart {
  if (part.type !== 'text') return part;
  const text = cleanText(part.text);
  return text === part.text ? part : { ...part, text };
}

function isShown(part: ContentPart): boolean {
  return part.type !== 'text' || part.text.trim() !== '';
}

/** Replaces unpaired surrogates and NUL characters with U+FFFD. */
function cleanText(text: string): string {
  const wellFormed = text.isWellFormed() ? text : text.toWellFormed();
  return wellFormed.includes('\0') ? wellFormed.replaceAll('\0', '\uFFFD') : wellFormed;
}

import { getAcceptedMediaTypes, type Message } from '#core';
import type { TaskMeta } from '#engine/port';

/**
 * Tells the model which media types the caller accepts, in a system message after the instructions.
 */
export function addAcceptedModesMessage(
  messages: readonly Message[],
  { metadata }: Pick<TaskMeta, 'metadata'>,
): readonly Message[] {
  const modes = getAcceptedMediaTypes(metadata).filter((mode) => MEDIA_TYPE.test(mode));
  if (modes.length === 0) return messages;
  const named = modes.slice(0, MOST_NAMED).join(', ');
  return addInstruction(
    messages,
    `The caller accepts answers as ${named}: answer in one of these media types.`,
  );
}

/** Adds a system message after the instructions. */
export function addInstruction(
  messages: readonly Message[],
  content: string | undefined,
): readonly Message[] {
  if (content === undefined) return messages;
  const begin = messages.findIndex(({ role }) => role !== 'system');
  const at = begin === -1 ? messages.length : begin;
  return messages.toSpliced(at, 0, { role: 'system', content });
}

/** Pattern of a media type: any other text of a caller must not reach the system message. */
const MEDIA_TYPE = /^[\w.+-]{1,64}(\/[\w.+*-]{1,64})?$/;
const MOST_NAMED = 20;

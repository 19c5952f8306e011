import { getAcceptedMediaTypes, type Message, type SystemMessage } from '#core';
import type { TaskMeta } from '#engine/port';

/** Adds the media types that the caller accepts as a system message after the instructions. */
export function addAcceptedModesMessage(
  messages: readonly Message[],
  { metadata }: Pick<TaskMeta, 'metadata'>,
): readonly Message[] {
  const modes = getAcceptedMediaTypes(metadata).filter((mode) => MEDIA_TYPE.test(mode));
  if (modes.length === 0) return messages;
  const line: SystemMessage = {
    role: 'system',
    content: `The caller accepts answers as ${modes.slice(0, MOST_NAMED).join(', ')}: answer in one of these media types.`,
  };
  const begin = messages.findIndex(({ role }) => role !== 'system');
  return messages.toSpliced(begin === -1 ? messages.length : begin, 0, line);
}

/** Pattern of a media type. Other texts of callers must not become part of the instructions. */
const MEDIA_TYPE = /^[\w.+-]{1,64}(\/[\w.+*-]{1,64})?$/;
const MOST_NAMED = 20;

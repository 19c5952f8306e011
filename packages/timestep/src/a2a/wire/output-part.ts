import { getAcceptedModes, type AssistantMessage, type Task } from '../../core/index.ts';
import { matchesMode } from './media-modes.ts';
import type { WirePart } from './wire-types.ts';

const JSON_TYPE = 'application/json';

/**
 * Returns the answer as a data part, which follows the text part with the same JSON (section 6.8).
 * Empty if the reply has no output, or if the caller does not accept JSON.
 */
export function listOutputParts(task: Task, { output }: AssistantMessage): readonly WirePart[] {
  if (output === undefined) return [];
  const accepted = getAcceptedModes(task.origin.metadata);
  const isAccepted = accepted.length === 0 || accepted.some((mode) => matchesMode(mode, JSON_TYPE));
  return isAccepted ? [{ data: output, mediaType: JSON_TYPE }] : [];
}

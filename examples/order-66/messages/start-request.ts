import { isJsonObject, type JsonValue } from '@timestep-ai/timestep/core';
import { MOST_TURNS } from '../initiator.ts';

/** The request to start a conversation, or its error. */
export type StartRequest =
  | { readonly ok: true; readonly taskId: string; readonly turns: number }
  | { readonly ok: false; readonly message: string };

const DEFAULT_TURNS = 3;
const LONGEST_ID = 256;

export function readStartRequest(body: JsonValue): StartRequest {
  const { taskId, turns = DEFAULT_TURNS } = isJsonObject(body) ? body : {};
  if (typeof taskId !== 'string' || taskId === '' || taskId.length > LONGEST_ID) {
    const message = `taskId is required: a text of 1 to ${LONGEST_ID} characters`;
    return { ok: false, message };
  }
  if (typeof turns !== 'number' || !Number.isInteger(turns) || turns < 1 || turns > MOST_TURNS) {
    return { ok: false, message: `turns must be a whole number from 1 to ${MOST_TURNS}` };
  }
  return { ok: true, taskId, turns };
}

import { omitUndefined, readFlag, readId, readNumber, readText, type JsonValue } from '#core';
import type { OwnTasks } from '#engine/port';
import { createInvalidParamsError } from '../wire/a2a-error.ts';
import { readHistoryLength, requireParams } from '../wire/a2a-fields.ts';
import {
  isWireState,
  stateFromWire,
  WIRE_STATES,
  type RemoteTaskState,
  type WireTask,
} from '../wire/wire-types.ts';
import { taskToWire, type TaskView } from '../wire/task-to-wire.ts';

export interface WirePage {
  readonly tasks: readonly WireTask[];
  /** Token of the next page. Empty on the last page. */
  readonly nextPageToken: string;
  readonly pageSize: number;
  readonly totalSize: number;
}

const PAGE_SIZE = 50;

/** Lists tasks (section 3.1.4). If waiting tasks are requested, `totalSize` counts both waiting states. */
export async function loadWireTaskPage(
  own: OwnTasks,
  params: JsonValue,
  toolCalls: TaskView['toolCalls'],
): Promise<WirePage> {
  const from = requireParams(params);
  const contextId = readId(from, 'contextId');
  const asked = parseOptionalStatus(readText(from, 'status'));
  const pageSize = readNumber(from, 'pageSize', { min: 1, max: 100, isWhole: true }) ?? PAGE_SIZE;
  const pageToken = readText(from, 'pageToken');
  const historyLength = readHistoryLength(from) ?? 0;
  const changedSince = parseOptionalTimestamp(readText(from, 'statusTimestampAfter'));
  const includeArtifacts = readFlag(from, 'includeArtifacts') ?? false;
  // A task that waits for credentials is stored with the state `input-required`.
  const state = asked === 'auth-required' ? 'input-required' : asked;
  const query = omitUndefined({ pageSize, contextId, state, changedSince, pageToken });
  const { tasks, total, nextPageToken = '' } = await own.list(query);
  const view = { historyLength, includeArtifacts, toolCalls };
  return {
    tasks: tasks
      .map((task) => taskToWire(task, view))
      .filter(({ status }) => asked === undefined || stateFromWire(status.state) === asked),
    nextPageToken,
    pageSize,
    totalSize: total,
  };
}

function parseOptionalStatus(status: string | undefined): RemoteTaskState | undefined {
  if (status === undefined || status === 'TASK_STATE_UNSPECIFIED') return undefined;
  if (isWireState(status)) return stateFromWire(status);
  throw createInvalidParamsError('status', `must be one of ${WIRE_STATES.join(', ')}`);
}

/** Parses a time. Undefined if missing. Throws `A2AError` if invalid. */
function parseOptionalTimestamp(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const time = /^\d{4}-\d\d-\d\dT/.test(text) ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(time)) {
    throw createInvalidParamsError(
      'statusTimestampAfter',
      'must be a time such as 2026-01-31T12:00:00Z',
    );
  }
  return time;
}

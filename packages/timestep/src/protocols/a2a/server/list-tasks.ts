import { omitUndefined, readFlag, readNumber, readText, type JsonValue } from '#core';
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

/** Section 3.1.4. */
export interface ListQuery {
  readonly contextId: string | undefined;
  readonly state: RemoteTaskState | undefined;
  readonly pageSize: number;
  readonly pageToken: string | undefined;
  readonly historyLength: number;
  readonly changedSince: number | undefined;
  readonly includeArtifacts: boolean;
}

export interface WirePage {
  readonly tasks: readonly WireTask[];
  /** Token of the next page. Empty on the last page. */
  readonly nextPageToken: string;
  readonly pageSize: number;
  readonly totalSize: number;
}

const PAGE_SIZE = 50;

export function readListQuery(params: JsonValue): ListQuery {
  const from = requireParams(params);
  return {
    contextId: readText(from, 'contextId'),
    state: parseState(readText(from, 'status')),
    pageSize: readNumber(from, 'pageSize', { min: 1, max: 100, isWhole: true }) ?? PAGE_SIZE,
    pageToken: readText(from, 'pageToken'),
    historyLength: readHistoryLength(from) ?? 0,
    changedSince: parseTimestamp(readText(from, 'statusTimestampAfter')),
    includeArtifacts: readFlag(from, 'includeArtifacts') ?? false,
  };
}

/** If only waiting tasks are listed, a page can be short, and `totalSize` counts both kinds. */
export async function loadTaskPage(
  own: OwnTasks,
  query: ListQuery,
  toolCalls: TaskView['toolCalls'],
): Promise<WirePage> {
  const { contextId, changedSince, pageSize, pageToken } = query;
  // A task that waits for credentials is stored with the state `input-required`.
  const state = query.state === 'auth-required' ? 'input-required' : query.state;
  const asked = omitUndefined({ pageSize, contextId, state, changedSince, pageToken });
  const { tasks, total, nextPageToken = '' } = await own.list(asked);
  return {
    tasks: tasks
      .map((task) => taskToWire(task, { ...query, toolCalls }))
      .filter(
        ({ status }) => query.state === undefined || stateFromWire(status.state) === query.state,
      ),
    nextPageToken,
    pageSize,
    totalSize: total,
  };
}

function parseState(status: string | undefined): RemoteTaskState | undefined {
  if (status === undefined || status === 'TASK_STATE_UNSPECIFIED') return undefined;
  if (isWireState(status)) return stateFromWire(status);
  throw createInvalidParamsError('status', `must be one of ${WIRE_STATES.join(', ')}`);
}

function parseTimestamp(text: string | undefined): number | undefined {
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

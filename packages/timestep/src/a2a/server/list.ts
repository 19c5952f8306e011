import type { JsonValue } from '../../core/index.ts';
import type { OwnTasks, TaskQuery } from '../../port/index.ts';
import { invalidParams } from '../wire/a2a-error.ts';
import { asObject, readBoolean, readInteger, readString } from '../wire/read-fields.ts';
import { isWireState, stateFromWire, WIRE_STATES, type PeerState } from '../wire/state.ts';
import { taskToWire, type TaskView } from '../wire/task-to-wire.ts';
import type { WireTask } from '../wire/wire.ts';

/** What a client asks of its tasks (section 3.1.4). */
export interface ListQuery {
  readonly contextId: string | undefined;
  readonly state: PeerState | undefined;
  readonly pageSize: number;
  readonly pageToken: string | undefined;
  readonly historyLength: number;
  readonly changedSince: number | undefined;
  readonly includeArtifacts: boolean;
}

export interface WirePage {
  readonly tasks: readonly WireTask[];
  /** Empty on the last page. */
  readonly nextPageToken: string;
  readonly pageSize: number;
  readonly totalSize: number;
}

const PAGE_SIZE = 50;

/** Reads the parameters of a list; history is left out of lists unless asked for. */
export function readListQuery(params: JsonValue): ListQuery {
  const from = asObject(params, 'params');
  return {
    contextId: readString(from, 'contextId'),
    state: stateIn(readString(from, 'status')),
    pageSize: readInteger(from, 'pageSize', { least: 1, most: 100 }) ?? PAGE_SIZE,
    pageToken: readString(from, 'pageToken'),
    historyLength: readInteger(from, 'historyLength', { least: 0 }) ?? 0,
    changedSince: timeIn(readString(from, 'statusTimestampAfter')),
    includeArtifacts: readBoolean(from, 'includeArtifacts') ?? false,
  };
}

/**
 * A page of tasks. Where it is of tasks that wait for input or for credentials, `totalSize` counts both, and a
 * page may hold fewer tasks than were asked for.
 */
export async function pageOf(
  own: OwnTasks,
  query: ListQuery,
  toolCalls: TaskView['toolCalls'],
): Promise<WirePage> {
  const { contextId, changedSince, pageSize, pageToken } = query;
  // Tasks whose agents ask for credentials are kept among those that wait for input.
  const state = query.state === 'auth-required' ? 'input-required' : query.state;
  const asked: Omit<TaskQuery, 'principal'> = {
    pageSize,
    ...(contextId !== undefined && { contextId }),
    ...(state !== undefined && { state }),
    ...(changedSince !== undefined && { changedSince }),
    ...(pageToken !== undefined && { pageToken }),
  };
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

function stateIn(status: string | undefined): PeerState | undefined {
  if (status === undefined || status === 'TASK_STATE_UNSPECIFIED') return undefined;
  if (isWireState(status)) return stateFromWire(status);
  throw invalidParams('status', `must be one of ${WIRE_STATES.join(', ')}`);
}

function timeIn(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const time = /^\d{4}-\d\d-\d\dT/.test(text) ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(time)) {
    throw invalidParams('statusTimestampAfter', 'must be a time such as 2026-01-31T12:00:00Z');
  }
  return time;
}

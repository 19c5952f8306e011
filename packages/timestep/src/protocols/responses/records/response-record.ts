import type { TaskState } from '../../../core/index.ts';
import type { StoredResponse } from '../../../engine/port/index.ts';
import type { Item } from '../wire/response-item.ts';
import type { ResponseObject } from '../wire/response-object.ts';

/** A response, with its position in the log of its task. */
export interface ResponseRecord {
  readonly principal: string;
  readonly agent: string;
  readonly contextId: string;
  readonly taskId: string;
  /** Generation of the task at the start. The response consists of the log after it. */
  readonly generation: number;
  /** State of the task at the start. Undefined in records of earlier releases. */
  readonly begunIn?: TaskState;
  /** Messages in the transcript at the end, where a following response continues. */
  readonly transcriptLength: number;
  /**
   * Whether the transcript begins with instructions, which are not carried over. True only for
   * tasks of earlier releases.
   */
  readonly instructed: boolean;
  /** The continued response, unless `previous_response_id` names it. */
  readonly continues?: string;
  /** Default: false. */
  readonly sealsThoughts?: true;
  readonly input: readonly Item[];
  readonly response: ResponseObject;
}

export function recordToStored(record: ResponseRecord): StoredResponse {
  const { principal, agent, response } = record;
  return {
    principal,
    id: response.id,
    agent,
    isUnfinished: response.status === 'in_progress',
    body: JSON.stringify(record),
  };
}

export function storedToRecord({ body }: StoredResponse): ResponseRecord {
  return JSON.parse(body) as ResponseRecord;
}

import type { TaskState } from '../../../core/index.ts';
import type { StoredResponse } from '../../../engine/port/index.ts';
import type { Item } from '../wire/response-item.ts';
import type { ResponseObject } from '../wire/response-object.ts';

/** One response: its request, its output, and its position in the log of its task. */
export interface ResponseRecord {
  readonly principal: string;
  readonly agent: string;
  readonly contextId: string;
  readonly taskId: string;
  /**
   * Generation of the task when the response started. The response consists of the log entries
   * after it.
   */
  readonly generation: number;
  /** State of the task when the response started. Undefined in records of earlier releases. */
  readonly begunIn?: TaskState;
  /**
   * Number of messages in the task's transcript at the end of this response, where a following
   * response continues.
   */
  readonly transcriptLength: number;
  /**
   * Whether the transcript begins with instructions, which are not carried over to the next
   * response. True only for tasks of earlier releases.
   */
  readonly instructed: boolean;
  /**
   * Id of the response that this one continues because of its conversation or an approval.
   * Undefined if `previous_response_id` names it.
   */
  readonly continues?: string;
  /** Whether the response returns the model's reasoning in encrypted form. Default: false. */
  readonly sealsThoughts?: true;
  readonly input: readonly Item[];
  readonly response: ResponseObject;
}

/** Converts a record to the form that response stores accept. */
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

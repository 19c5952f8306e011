import type { TaskState } from '../../core/index.ts';
import type { StoredResponse } from '../../port/index.ts';
import type { Item } from '../wire/item.ts';
import type { ResponseObject } from '../wire/response-object.ts';

/** One response: its request, its outcome, and its place in its task. */
export interface ResponseRecord {
  readonly principal: string;
  readonly agent: string;
  readonly contextId: string;
  readonly taskId: string;
  /** The generation of the task when the response began: its log from there on is the response. */
  readonly generation: number;
  /** The state of the task when the response began; absent in records of earlier releases. */
  readonly begunIn?: TaskState;
  /**
   * How many messages the task's transcript had at the end of this response: continuing begins
   * there.
   */
  readonly transcriptLength: number;
  /**
   * Whether that transcript begins with instructions, which are not carried over. Only tasks of earlier
   * releases have them there.
   */
  readonly instructed: boolean;
  /** The response that it continues in its conversation, or by a decision; absent where `previous_response_id` says it. */
  readonly continues?: string;
  /** Whether its caller keeps what the model thought, encrypted; absent: no. */
  readonly sealsThoughts?: true;
  readonly input: readonly Item[];
  readonly response: ResponseObject;
}

/** A record in the form that stores keep. */
export function storedFrom(record: ResponseRecord): StoredResponse {
  const { principal, agent, response } = record;
  return {
    principal,
    id: response.id,
    agent,
    isUnfinished: response.status === 'in_progress',
    body: JSON.stringify(record),
  };
}

export function recordFrom({ body }: StoredResponse): ResponseRecord {
  return JSON.parse(body) as ResponseRecord;
}

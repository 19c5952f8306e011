import type { RemoteTaskState } from '#protocols/a2a';
import type { JsonObject } from '#core';

/** `depth` is the number of handoffs to the agent `agentUri`, whose task emitted the event. */
export type ClientEvent = { readonly depth: number; readonly agentUri: string } & (
  | { readonly type: 'sent'; readonly text: string }
  | { readonly type: 'state'; readonly taskId: string; readonly state: RemoteTaskState }
  /** Text of the answer. `restarts`: discard the text received before. */
  | { readonly type: 'text'; readonly text: string; readonly restarts?: true }
  | {
      readonly type: 'tool-call';
      readonly callId: string;
      readonly name: string;
      readonly arguments: JsonObject;
    }
  | {
      readonly type: 'tool-result';
      readonly callId: string;
      readonly name: string;
      readonly content: string;
      readonly isError: boolean;
    }
  | { readonly type: 'handoff'; readonly to: string; readonly message: string }
  | { readonly type: 'answer'; readonly taskId: string; readonly text: string }
);

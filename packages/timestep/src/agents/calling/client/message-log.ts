import type { A2AAgentOptions, NamedResult, RemoteMessage, RemoteTask } from '#protocols/a2a';
import { HOPS_META, omitUndefined, parseArguments } from '#core';
import type { AskDeps, SentMessage } from './ask-agent.ts';
import { ClientError } from './client-error.ts';

/** Counts the messages to an agent, and stores its newest task and the results of its calls. */
export interface MessageLog {
  readonly options: Required<Pick<A2AAgentOptions, 'onTask' | 'prepare'>>;
  readonly getTask: () => RemoteTask | undefined;
  readonly emitToolCalls: () => void;
  /** Stores the result of a tool call, which is sent to the agent unchanged, and emits an event. */
  readonly addToolResult: (result: NamedResult) => void;
}

/** Maximum number of messages to one agent, because an agent could repeat itself forever. */
const MAX_ROUNDS = 100;

export function createMessageLog(sent: SentMessage, { tell, newId }: AskDeps): MessageLog {
  const { agentUri, message, messageId, contextId, taskId, hops, traceparent } = sent;
  const metadata = hops > 0 && omitUndefined({ [HOPS_META]: hops, traceparent });
  let task: RemoteTask | undefined;
  let rounds = 0;
  let noted = new Map<string, NamedResult>();

  function addToolResult(result: NamedResult): void {
    const { callId, name = '', output: content, isError = false } = result;
    noted.set(callId, result);
    tell({ type: 'tool-result', callId, name, content, isError });
  }

  /**
   * Returns and removes the results of waiting tool calls, with errors for calls that did not run.
   */
  function takeCollectedToolResults(given: readonly NamedResult[]): NamedResult[] {
    for (const result of given) {
      if (!noted.has(result.callId)) addToolResult({ ...result, isError: true });
    }
    const results = given.flatMap(({ callId }) => noted.get(callId) ?? []);
    noted = new Map();
    return results;
  }

  function prepareMessageWithinRoundLimit(next: RemoteMessage): RemoteMessage {
    rounds += 1;
    if (rounds > MAX_ROUNDS) {
      const why = `${agentUri} reached the limit of ${MAX_ROUNDS} messages: it may repeat itself`;
      throw new ClientError('too-many-rounds', why);
    }
    const about = metadata ? { ...next, metadata } : next;
    if (rounds > 1) {
      const results = next.results && { results: takeCollectedToolResults(next.results) };
      return { ...about, messageId: newId(), ...results };
    }
    tell({ type: 'sent', text: message });
    return { ...about, ...omitUndefined({ messageId, contextId, taskId }) };
  }

  return {
    options: {
      prepare: prepareMessageWithinRoundLimit,
      onTask(next) {
        const { id, state } = next;
        if (task?.state !== state) tell({ type: 'state', taskId: id, state });
        task = next;
      },
    },
    getTask: () => task,
    emitToolCalls() {
      for (const { id: callId, function: called } of task?.toolCalls ?? []) {
        const { name, arguments: text } = called;
        const args = parseArguments(text) ?? { value: text };
        tell({ type: 'tool-call', callId, name, arguments: args });
      }
    },
    addToolResult,
  };
}

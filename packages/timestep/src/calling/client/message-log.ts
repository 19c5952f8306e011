import type { A2AAgentOptions, NamedResult, PeerMessage, PeerTask } from '../../a2a/index.ts';
import { HOPS_META, readArguments } from '../../core/index.ts';
import type { AskDeps, SentMessage } from './ask-agent.ts';
import { ClientError } from './client-error.ts';

/** What was said between the client and an agent: the messages, the newest task and the results of its calls. */
export interface MessageLog {
  /** For the agent: what it does with each message, and with each report. */
  readonly options: Required<Pick<A2AAgentOptions, 'onTask' | 'prepare'>>;
  /** The task of the agent, as it was reported last. */
  readonly task: () => PeerTask | undefined;
  /** Tells of the calls that the task waits for. */
  readonly tellCalls: () => void;
  /** Notes the result of a call, which goes to the agent unchanged, and tells of it. */
  readonly noteResult: (result: NamedResult) => void;
  /** Notes work under way, and returns it. */
  readonly track: <T>(work: PromiseLike<T> | T) => Promise<T>;
  /** Waits for all work that was noted. */
  readonly settled: () => Promise<void>;
}

/** Messages to an agent, after which it is taken to repeat itself forever. */
const MAX_ROUNDS = 100;

export function messageLog(sent: SentMessage, { tell, newId }: AskDeps): MessageLog {
  const { agentUri, message, messageId, contextId, taskId } = sent;
  const running = new Set<Promise<unknown>>();
  const metadata = metadataOf(sent);
  let task: PeerTask | undefined;
  let rounds = 0;
  let results = new Map<string, NamedResult>();

  function noteResult(result: NamedResult): void {
    const { callId, name = '', output: content, isError = false } = result;
    results.set(callId, result);
    tell({ type: 'tool-result', callId, name, content, isError });
  }

  /** The results as the tools returned them. A call that was not made has failed. */
  function resultsOf(given: readonly NamedResult[]): NamedResult[] {
    for (const result of given) {
      if (!results.has(result.callId)) noteResult({ ...result, isError: true });
    }
    const noted = given.flatMap(({ callId }) => results.get(callId) ?? []);
    results = new Map();
    return noted;
  }

  function prepare(next: PeerMessage): PeerMessage {
    rounds += 1;
    if (rounds > MAX_ROUNDS) {
      const why = `${agentUri} asked for tools ${MAX_ROUNDS} times`;
      throw new ClientError('too-many-rounds', why);
    }
    const about = metadata ? { ...next, metadata } : next;
    if (rounds > 1) {
      const told = next.results ? { results: resultsOf(next.results) } : {};
      return { ...about, messageId: newId(), ...told };
    }
    tell({ type: 'sent', text: message });
    return {
      ...about,
      messageId,
      ...(contextId !== undefined && { contextId }),
      ...(taskId !== undefined && { taskId }),
    };
  }

  return {
    options: {
      prepare,
      onTask(next) {
        const { id, state } = next;
        if (task?.state !== state) tell({ type: 'state', taskId: id, state });
        task = next;
      },
    },
    task: () => task,
    tellCalls() {
      for (const { id: callId, function: called } of task?.toolCalls ?? []) {
        const { name, arguments: text } = called;
        const args = readArguments(text) ?? { value: text };
        tell({ type: 'tool-call', callId, name, arguments: args });
      }
    },
    noteResult,
    async track(work) {
      const tracked = Promise.resolve(work);
      running.add(tracked);
      try {
        return await tracked;
      } finally {
        running.delete(tracked);
      }
    },
    async settled() {
      await Promise.allSettled(running);
    },
  };
}

/** What goes with each message of a handoff. */
function metadataOf({ hops, traceparent }: SentMessage): PeerMessage['metadata'] {
  if (hops === 0) return undefined;
  return { [HOPS_META]: hops, ...(traceparent !== undefined && { traceparent }) };
}

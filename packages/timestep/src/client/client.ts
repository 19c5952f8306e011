import { createHash, randomUUID } from 'node:crypto';
import {
  connectA2A,
  type A2AClient,
  type NamedResult,
  type PeerMessage,
  type PeerTask,
  type PeerUpdate,
} from '../a2a/index.ts';
import {
  denialContent,
  readArguments,
  withoutTrailing,
  type ApprovalDecision,
  type ToolCall,
} from '../core/index.ts';
import {
  connectEnvironment,
  HOPS_META,
  judgeHandoff,
  type ConnectedEnvironment,
  type HandoffAnswer,
  type HandoffPolicy,
  type HandoffTarget,
} from '../mcp/index.ts';
import type { TaskMeta } from '../port/index.ts';
import { ClientError, type ClientErrorCode } from './client-error.ts';
import type { ClientEvent } from './client-event.ts';
import { connectionPool } from './connection-pool.ts';
import { sendAndFollow } from './send-and-follow.ts';

export interface ClientOptions {
  /** Where handoffs may go; by default to this machine only. */
  readonly handoff?: HandoffPolicy;
  /** The MCP server that holds an agent's tools. Default: `/mcp` below the agent's address. */
  readonly environmentOf?: (agentUri: string) => string;
  readonly onEvent?: (event: ClientEvent) => void;
  /**
   * Decides about calls that need a person's approval, whether the agent makes them or this client
   * does. Absent: an agent's task is left waiting, and tools refuse to run here.
   */
  readonly approve?: (call: ToolCall, agentUri: string) => boolean | Promise<boolean>;
  /**
   * Headers by origin, such as an API key for `https://agents.example`. They are sent nowhere else:
   * the addresses of handoffs come from models.
   */
  readonly headers?: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /**
   * Milliseconds for which agents and environments that cannot be reached are tried again. Default a
   * minute; 0: not at all.
   */
  readonly patienceMs?: number;
  /**
   * Bytes of an answer, or of one event of a stream, that are let in; all of a stream may have four
   * times as many. Default 16 MiB.
   */
  readonly answerLimit?: number;
  readonly newId?: () => string;
}

export interface AskOptions {
  /** A conversation to continue. */
  readonly contextId?: string;
  /** Aborting it cancels the task, and the tasks it handed work to. */
  readonly signal?: AbortSignal;
}

export interface Answer {
  readonly text: string;
  readonly taskId: string;
  /** The conversation, where the agent keeps one. */
  readonly contextId?: string;
}

/** Speaks A2A to agents and MCP to their tools. */
export interface Client {
  /** Sends a message and sees it through: runs the tools the agent asks for, hands work on. */
  ask(agentUri: string, message: string, options?: AskOptions): Promise<Answer>;
  /** Calls the agent a handoff names, if it may be called. */
  handOff(target: HandoffTarget, signal: AbortSignal): Promise<HandoffAnswer>;
  close(): Promise<void>;
}

/** Pauses for tools an agent may make in one task before it is taken to be going in circles. */
const MAX_ROUNDS = 100;

export function createClient(options: ClientOptions = {}): Client {
  const { handoff = {}, onEvent, answerLimit, newId = randomUUID } = options;
  const bounds = answerLimit === undefined ? {} : { answerLimit };
  const environmentOf = options.environmentOf ?? defaultEnvironment;
  const patience = options.patienceMs === undefined ? {} : { patienceMs: options.patienceMs };
  const environments = connectionPool<ConnectedEnvironment>((url) =>
    connectEnvironment(
      { url },
      { ...bounds, ...patience, onHandoff: handOff, handoff, headers: headersFor(url) },
    ),
  );

  interface Asking {
    readonly agentUri: string;
    readonly message: string;
    readonly hops: number;
    readonly contextId: string | undefined;
    /** The id of the first message; the same for a handoff that is made again. */
    readonly messageId: string;
    readonly signal: AbortSignal;
  }

  async function see(asking: Asking): Promise<Answer> {
    const { agentUri, signal } = asking;
    const headers = headersFor(agentUri);
    const peer = await connectA2A(agentUri, { signal, headers, ...patience, ...bounds });
    // A card may send its callers elsewhere; a handoff goes only where handoffs may go.
    if (asking.hops > 0) refuseUnlessAllowed({ agentUri: peer.peer.url, hops: asking.hops });
    let known: PeerTask | undefined;
    const watch = (update: PeerUpdate) => {
      if (update.kind === 'text') return tell(asking, { type: 'text', text: update.text });
      const { id: taskId, state } = update.task;
      if (known?.state !== state) tell(asking, { type: 'state', taskId, state });
      known = update.task;
    };
    tell(asking, { type: 'sent', text: asking.message });
    try {
      const task = await seenThrough(peer, asking, watch);
      tell(asking, { type: 'answer', taskId: task.id, text: task.text });
      return { text: task.text, ...idsOf(task) };
    } catch (thrown) {
      if (signal.aborted && known) await peer.cancel(known.id).catch(() => undefined);
      throw thrown;
    }
  }

  /** Sends the message, then results for as long as the agent asks for tools. */
  async function seenThrough(
    peer: A2AClient,
    asking: Asking,
    watch: (update: PeerUpdate) => void,
  ): Promise<PeerTask> {
    const { agentUri, message, messageId, hops, contextId, signal } = asking;
    const depth = hops > 0 ? { metadata: { [HOPS_META]: hops } } : {};
    let outgoing: PeerMessage = {
      messageId,
      message,
      ...depth,
      ...(contextId !== undefined && { contextId }),
    };
    for (let round = 0; round < MAX_ROUNDS; round += 1) {
      const task = await sendAndFollow(peer, outgoing, signal, watch);
      if (task.state === 'completed') return task;
      const approvals = await decideAll(task, asking);
      const isAnswerable = approvals.length > 0 || task.toolCalls.length > 0;
      if (task.state !== 'input-required' || !isAnswerable) throw unanswered(task);
      const results = await callAll(task, asking);
      outgoing = { messageId: newId(), ...idsOf(task), results, approvals, ...depth };
    }
    throw new ClientError('too-many-rounds', `${agentUri} asked for tools ${MAX_ROUNDS} times`);
  }

  async function decideAll(task: PeerTask, { agentUri }: Asking): Promise<ApprovalDecision[]> {
    const { approve } = options;
    if (!approve) return [];
    return Promise.all(
      task.approvals.map(async (call) => {
        return { callId: call.id, approved: await approve(call, agentUri) };
      }),
    );
  }

  async function callAll(task: PeerTask, asking: Asking): Promise<NamedResult[]> {
    if (task.toolCalls.length === 0) return [];
    const environment = await environments.get(environmentOf(asking.agentUri));
    return Promise.all(task.toolCalls.map((call) => callOne(environment, task, call, asking)));
  }

  async function callOne(
    environment: ConnectedEnvironment,
    task: PeerTask,
    call: ToolCall,
    asking: Asking,
  ): Promise<NamedResult> {
    const { signal, agentUri, hops } = asking;
    const {
      id: callId,
      function: { name, arguments: text },
    } = call;
    // What is no object is left to the tool to refuse.
    const args = readArguments(text) ?? { value: text };
    tell(asking, { type: 'tool-call', callId, name, arguments: args });
    const meta: TaskMeta = {
      id: task.id,
      contextId: task.contextId ?? task.id,
      agent: agentUri,
      metadata: { [HOPS_META]: hops },
    };
    const approved = await approvedHere(environment, call, asking);
    const result =
      approved === false
        ? { content: denialContent({}), isError: true }
        : await environment.callTool(
            { id: callId, name, arguments: args },
            {
              key: `${task.id}:${callId}`,
              attempt: 1,
              approved: approved ?? false,
              task: meta,
              signal,
            },
          );
    const { content, isError = false } = result;
    tell(asking, { type: 'tool-result', callId, name, content, isError });
    return { callId, name, output: content, ...(isError && { isError }) };
  }

  /** What was decided about a call that is made here; nothing where nobody needs to be asked, or can. */
  async function approvedHere(
    environment: ConnectedEnvironment,
    call: ToolCall,
    { agentUri, signal }: Asking,
  ): Promise<boolean | undefined> {
    if (!options.approve) return undefined;
    const listed = await environment.listTools(signal);
    const tool = listed.find((one) => one.function.name === call.function.name);
    return tool?.needsApproval ? options.approve(call, agentUri) : undefined;
  }

  async function handOff(target: HandoffTarget, signal: AbortSignal): Promise<HandoffAnswer> {
    const { agentUri, message, contextId, hops, key } = target;
    const messageId = key === undefined ? newId() : messageIdFor(key);
    refuseUnlessAllowed(target);
    onEvent?.({ depth: hops - 1, agentUri, type: 'handoff', to: agentUri, message });
    return see({ agentUri, message, messageId, hops, contextId, signal });
  }

  function refuseUnlessAllowed(target: Pick<HandoffTarget, 'agentUri' | 'hops'>): void {
    const verdict = judgeHandoff(target, handoff);
    if (!verdict.allowed) throw new ClientError('handoff-refused', verdict.reason);
  }

  function headersFor(address: string): Readonly<Record<string, string>> {
    const origin = URL.canParse(address) ? new URL(address).origin : '';
    return options.headers?.[origin] ?? {};
  }

  function tell({ agentUri, hops }: Asking, event: EventBody): void {
    onEvent?.({ depth: hops, agentUri, ...event });
  }

  return {
    ask(agentUri, message, { contextId, signal = new AbortController().signal } = {}) {
      return see({ agentUri, message, messageId: newId(), hops: 0, contextId, signal });
    },
    handOff,
    close: () => environments.close(),
  };
}

/** Distributes over the union, so that each kind of event keeps its own fields. */
type EventBody = ClientEvent extends infer Event
  ? Event extends ClientEvent
    ? Omit<Event, 'depth' | 'agentUri'>
    : never
  : never;

function defaultEnvironment(agentUri: string): string {
  return `${withoutTrailing(agentUri, '/')}/mcp`;
}

function unanswered(task: PeerTask): ClientError {
  const code: ClientErrorCode =
    task.state === 'canceled' || task.state === 'rejected' || task.state === 'input-required'
      ? task.state
      : 'failed';
  return new ClientError(
    code,
    task.text || `the task ended as ${task.state} and said nothing more`,
  );
}

function idsOf({ id, contextId }: PeerTask): { taskId: string; contextId?: string } {
  return { taskId: id, ...(contextId !== undefined && { contextId }) };
}

/** A digest, because the key names a task of ours that is nobody else's business. */
function messageIdFor(key: string): string {
  return `handoff-${createHash('sha256').update(key).digest('base64url')}`;
}

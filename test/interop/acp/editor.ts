import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { Readable, Writable } from 'node:stream';
import {
  client as clientApp,
  methods,
  ndJsonStream,
  type AnyMessage,
  type ClientCapabilities,
  type ClientContext,
  type CreateElicitationResponse,
  type NewSessionRequest,
  type RequestPermissionOutcome,
  type SessionUpdate,
} from '@agentclientprotocol/sdk';
import { onTestFinished } from 'vitest';
import type { AcpFolder } from './stage.ts';

/** A message on the wire, and its sender. */
export interface Sent {
  readonly by: 'agent' | 'client';
  readonly message: AnyMessage;
}

/** An editor that has started the agent, and the messages between them. */
export interface Editor {
  readonly agent: ClientContext;
  readonly wire: readonly Sent[];
  readonly updates: readonly SessionUpdate[];
  /** Number of permission requests. */
  readonly asked: () => number;
  begin(): Promise<string>;
  say(sessionId: string, text: string, messageId?: string): Promise<string>;
  /** Kills the agent, like a power failure. */
  kill(): Promise<void>;
  /** Ends the input of the agent; resolves to its exit code. */
  leave(): Promise<number | null>;
}

export interface EditorOptions {
  /** The editor's answer to permission requests; `wait`: no answer. */
  readonly permit: 'allow_once' | 'reject_once' | 'wait';
  readonly capabilities?: ClientCapabilities;
  /** The editor's answer to questions. */
  readonly answer?: CreateElicitationResponse;
  /** Receives every message before it is handled. */
  readonly onMessage?: (sent: Sent, editor: Pick<Editor, 'kill'>) => void;
}

export async function startEditor(folder: AcpFolder, options: EditorOptions): Promise<Editor> {
  const { permit, capabilities = {} } = options;
  const [program = '', ...args] = folder.command;
  const child = spawn(program, args, { cwd: folder.path, stdio: ['pipe', 'pipe', 'inherit'] });
  const exited = once(child, 'exit');
  onTestFinished(() => void child.kill('SIGKILL'));
  const wire: Sent[] = [];
  const updates: SessionUpdate[] = [];
  let asked = 0;
  const kill = async (): Promise<void> => {
    child.kill('SIGKILL');
    await exited;
  };
  const seen = (by: Sent['by']) =>
    new TransformStream<AnyMessage, AnyMessage>({
      transform(message, controller) {
        wire.push({ by, message });
        options.onMessage?.({ by, message }, { kill });
        controller.enqueue(message);
      },
    });
  const lines = ndJsonStream(Writable.toWeb(child.stdin), Readable.toWeb(child.stdout));
  const outgoing = seen('client');
  void outgoing.readable.pipeTo(lines.writable).catch(() => undefined);
  const connection = clientApp({ name: 'editor' })
    .onNotification(methods.client.session.update, ({ params }) => void updates.push(params.update))
    .onRequest(methods.client.session.requestPermission, async ({ signal }) => {
      asked += 1;
      if (permit !== 'wait') return { outcome: selected(permit) };
      await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
      return { outcome: { outcome: 'cancelled' } };
    })
    .onRequest(methods.client.elicitation.create, () => options.answer ?? { action: 'cancel' })
    .connect({ readable: lines.readable.pipeThrough(seen('agent')), writable: outgoing.writable });
  const { agent } = connection;
  await agent.request(methods.agent.initialize, {
    protocolVersion: 1,
    clientCapabilities: capabilities,
  });
  return {
    agent,
    wire,
    updates,
    asked: () => asked,
    async begin() {
      const params: NewSessionRequest = { cwd: folder.path, mcpServers: [] };
      return (await agent.request(methods.agent.session.new, params)).sessionId;
    },
    async say(sessionId, text, messageId) {
      const { stopReason } = await agent.request(methods.agent.session.prompt, {
        sessionId,
        prompt: [{ type: 'text', text }],
        ...(messageId !== undefined && { _meta: { 'dev.timestep/message-id': messageId } }),
      });
      return stopReason;
    },
    kill,
    async leave() {
      child.stdin.end();
      const [code] = (await exited) as [number | null];
      return code;
    },
  };
}

function selected(optionId: string): RequestPermissionOutcome {
  return { outcome: 'selected', optionId };
}

/** Summarizes a conversation: its messages, and the calls with their last states. */
export function transcriptOf(updates: readonly SessionUpdate[]): string[] {
  const entries = new Map<string, string>();
  for (const update of updates) {
    if (update.sessionUpdate === 'tool_call' || update.sessionUpdate === 'tool_call_update') {
      const { toolCallId, title, status } = update;
      const before = entries.get(toolCallId)?.split(': ')[0];
      entries.set(toolCallId, `${title ?? before ?? ''}: ${status ?? ''}`);
    }
    const isUser = update.sessionUpdate === 'user_message_chunk';
    if (!isUser && update.sessionUpdate !== 'agent_message_chunk') continue;
    const id = update.messageId ?? '';
    const text = update.content.type === 'text' ? update.content.text : update.content.type;
    const who = isUser ? 'user' : 'agent';
    entries.set(id, `${entries.get(id) ?? `${who}: `}${text}`);
  }
  return [...entries.values()];
}

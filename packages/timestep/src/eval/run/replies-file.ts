import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import type { AssistantMessage, Message } from '#core';
import type { AgentContext, AgentFn } from '#engine/port';
import { EvalError } from '../eval-error.ts';
import { hashJson, parseStoredJson } from '../json-text.ts';

interface RecordedReply {
  readonly task_id: string;
  readonly trial: number;
  /** Number of the agent's reply in the episode, from 0. */
  readonly step: number;
  readonly request_sha256: string;
  readonly reply: AssistantMessage;
}

/** Wraps an agent so that every reply is appended to a JSONL file, for `replayReplies`. */
export function recordReplies(agent: AgentFn, path: string): AgentFn {
  return async (messages, context) => {
    const reply = await agent(messages, context);
    const recorded: RecordedReply = { ...describeRequest(messages, context), reply };
    appendFileSync(path, `${JSON.stringify(recorded)}\n`);
    return reply;
  };
}

/** Creates an agent that returns recorded replies. A request that is not in the recording fails the trial. */
export function replayReplies(path: string): AgentFn {
  const replies = new Map<string, RecordedReply>();
  if (!existsSync(path)) {
    throw new EvalError('replay-missing', `${path} does not exist: record a run first`);
  }
  for (const [index, line] of readFileSync(path, 'utf8').split('\n').filter(Boolean).entries()) {
    const recorded = parseStoredJson(line, `${path}:${index + 1}`) as RecordedReply;
    replies.set(buildReplyKey(recorded), recorded);
  }
  return (messages, context) => {
    const place = describeRequest(messages, context);
    const where = `task ${place.task_id}, trial ${place.trial}, step ${place.step}`;
    const recorded = replies.get(buildReplyKey(place));
    if (!recorded)
      throw new EvalError(
        'replay-missing',
        `no reply is recorded for ${where}: record the run again`,
      );
    if (recorded.request_sha256 === place.request_sha256) return recorded.reply;
    const message = `the reply recorded for ${where} belongs to a different transcript or different tools`;
    throw new EvalError('replay-missing', message);
  };
}

function describeRequest(
  messages: readonly Message[],
  { task, tools }: AgentContext,
): Omit<RecordedReply, 'reply'> {
  const { trial } = task.metadata;
  return {
    task_id: task.id,
    trial: typeof trial === 'number' ? trial : 0,
    step: messages.filter((message) => message.role === 'assistant').length,
    request_sha256: hashJson([messages, tools]),
  };
}

function buildReplyKey({ task_id, trial, step }: Omit<RecordedReply, 'reply'>): string {
  return JSON.stringify([task_id, trial, step]);
}

import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import type { AssistantMessage, Message } from '../../core/index.ts';
import type { AgentContext, AgentFn } from '../../port/index.ts';
import { EvalError } from '../eval-error.ts';
import { digestOf } from '../tasks/digest-of.ts';

/** One recorded reply, and the request that it answered. */
interface RecordedReply {
  readonly task_id: string;
  readonly trial: number;
  /** Counts the agent's replies in the episode from 0. */
  readonly step: number;
  /** A digest of the messages and the tools that the agent received. */
  readonly request_sha256: string;
  readonly reply: AssistantMessage;
}

/**
 * The agent, with every reply written to a file of JSON lines, from which `replayReplies` answers.
 */
export function recordReplies(agent: AgentFn, path: string): AgentFn {
  return async (messages, context) => {
    const reply = await agent(messages, context);
    const recorded: RecordedReply = { ...placeOf(messages, context), reply };
    appendFileSync(path, `${JSON.stringify(recorded)}\n`);
    return reply;
  };
}

/**
 * An agent that gives the replies of a file and calls no model. A missing reply, or one that
 * answered another request, fails the trial and names task, trial and step. Throws `EvalError`
 * where the file cannot be read.
 */
export function replayReplies(path: string): AgentFn {
  const replies = new Map<string, RecordedReply>();
  for (const [index, line] of linesOf(path).entries()) {
    const recorded = recordedIn(line, `${path}:${index + 1}`);
    replies.set(keyOf(recorded), recorded);
  }
  return (messages, context) => {
    const place = placeOf(messages, context);
    const where = `task ${place.task_id}, trial ${place.trial}, step ${place.step}`;
    const recorded = replies.get(keyOf(place));
    if (!recorded) throw new EvalError('replay-missing', `no reply is recorded for ${where}`);
    if (recorded.request_sha256 === place.request_sha256) return recorded.reply;
    const message = `the reply recorded for ${where} was given to another transcript or other tools`;
    throw new EvalError('replay-missing', message);
  };
}

function linesOf(path: string): string[] {
  if (!existsSync(path)) {
    throw new EvalError('replay-missing', `${path} is not there: make it by recording a run`);
  }
  return readFileSync(path, 'utf8').split('\n').filter(Boolean);
}

function recordedIn(line: string, place: string): RecordedReply {
  try {
    return JSON.parse(line) as RecordedReply;
  } catch {
    throw new EvalError('bad-run', `${place} is not JSON: the file was cut off or changed`);
  }
}

function placeOf(
  messages: readonly Message[],
  { task, tools }: AgentContext,
): Omit<RecordedReply, 'reply'> {
  const { trial } = task.metadata;
  return {
    task_id: task.id,
    trial: typeof trial === 'number' ? trial : 0,
    step: messages.filter((message) => message.role === 'assistant').length,
    request_sha256: digestOf([messages, tools]),
  };
}

function keyOf({ task_id, trial, step }: Omit<RecordedReply, 'reply'>): string {
  return JSON.stringify([task_id, trial, step]);
}

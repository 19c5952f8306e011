import type { JsonValue, SessionEvent } from '#core';
import { type AgentEdit, applyEdit, summarizeEdit } from '#agents/folder';
import type { InternalTool } from './internal-tool.ts';
import type { InternalCall } from './own-agent.ts';
import { changeSession } from './sessions/change-session.ts';
import { getSessionLocation } from './sessions/session-location.ts';

type ToolAction = Pick<InternalTool, 'changes' | 'execute' | 'plan' | 'replay'>;

/**
 * The arguments of `run`, `plan` and `change` are unchecked: the schema of the tool guarantees
 * their type.
 */
export function createReadOnlyAction(
  run: (args: never, call: InternalCall) => Promise<JsonValue>,
): ToolAction {
  return { changes: 'nothing', replay: 'safe', execute: run };
}

/** Tells the model when an edit of the agent takes effect. */
export const EFFECT = 'It holds from the next message on.';

/**
 * Creates a tool action that applies an edit and describes its effect. An edit that was applied
 * before a crash is not applied again.
 */
export function createEditAction<Args = never>(
  plan: (args: Args, call: InternalCall) => Promise<AgentEdit>,
  describeEffect: (args: Args, call: InternalCall) => Promise<string> = async () => EFFECT,
): ToolAction {
  return {
    changes: 'files',
    plan,
    async execute(args, call) {
      const edit = await plan(args, call);
      await applyEdit(call.access.storage, edit);
      if (edit.changes.length === 0) return 'Nothing is different: the files say so already.';
      return `${summarizeEdit(edit)} ${await describeEffect(args, call)}`;
    },
  };
}

export function createSessionChangeAction(
  change: (args: never, call: InternalCall) => Promise<SessionChange>,
): ToolAction {
  return {
    changes: 'session',
    replay: 'safe',
    async execute(args, call) {
      const { events, said, sessionId, offers = [] } = await change(args, call);
      const location = await getSessionLocation(call);
      if (events.length > 0) {
        await changeSession(location, sessionId ?? location.current, events, call.access.now);
      }
      call.offer(offers);
      return said;
    },
  };
}

interface SessionChange {
  readonly events: readonly SessionEvent[];
  /** Id of the changed session. Undefined: the session of the current task. */
  readonly sessionId?: string;
  readonly said: string;
  readonly offers?: readonly string[];
}

import {
  decide,
  transcriptOf,
  type AssistantMessage,
  type PlannedCall,
  type Task,
  type TaskEvent,
  type TaskSubmitted,
  type ToolSchema,
} from '../core/index.ts';
import type { ServedAgent, TaskMeta, ToolEnvironment } from '../port/index.ts';
import { callTool } from './call-tool.ts';
import { failureOf } from './failure.ts';
import type { Interrupter } from './interrupter.ts';
import { wellFormedReply } from './reply.ts';
import type { TaskLog } from './task-log.ts';

/**
 * The agent-environment loop: does what `decide` says and records what came of it, until the task
 * ends or waits for somebody. Every effect is recorded before it begins and after it ends.
 */
export async function drive(
  log: TaskLog,
  served: ServedAgent,
  interrupter: Interrupter,
): Promise<void> {
  const { signal } = interrupter;
  const meta = metaOf(log.task);
  // Asked for once a drive: neither changes what is decided while it lasts.
  let environment: ToolEnvironment | undefined;
  let tools: readonly ToolSchema[] | undefined;

  // What was recorded last. It need not be durable before the next is recorded, only before the next
  // effect begins, so that a result and the intent that follows it share a commit.
  let recorded: unknown;
  function record(event: TaskEvent): void {
    recorded = log.append(event);
    // Whoever waits for it is told of a failure; until then it must not count as unhandled.
    if (recorded instanceof Promise) recorded.catch(ignored);
  }

  for (;;) {
    const decision = decide(log.task);
    switch (decision.do) {
      case 'load-prompt':
        record(await loadPrompt());
        // Not recorded it would be loaded again, for ever.
        await recorded;
        break;
      case 'call-model': {
        const { step, attempt } = decision;
        record({ type: 'model.started', step, attempt });
        await recorded;
        record(await callModel(step, attempt));
        break;
      }
      case 'call-tools':
        await callTools(decision.calls);
        break;
      case 'finish': {
        const { state, reason, error } = decision;
        record({ type: 'task.finished', state, reason, ...(error && { error }) });
        await recorded;
        return;
      }
      case 'wait':
      case 'rest':
        await recorded;
        return;
    }
  }

  async function callModel(step: number, attempt: number): Promise<TaskEvent> {
    try {
      const { origin } = log.task;
      const offered = toolsFor(origin, await listedTools());
      const answer = served.agent(transcriptOf(log.task), {
        tools: offered,
        task: meta,
        limits: origin.limits,
        seed: origin.seed,
        key: `${meta.id}:${step}`,
        attempt,
        signal,
        emit: (delta) => {
          if (!signal.aborted) log.show(step, attempt, delta);
        },
      });
      const reply: unknown = await interrupter.race(answer);
      const message: AssistantMessage = wellFormedReply(reply, step);
      return { type: 'model.replied', step, attempt, message };
    } catch (thrown) {
      return { type: 'model.failed', step, attempt, error: failureOf(thrown, 'agent_failed') };
    }
  }

  async function callTools(calls: readonly PlannedCall[]): Promise<void> {
    const schemas = await schemasByName();
    const begun: PlannedCall[] = [];
    for (const planned of calls) {
      const { call, attempt, approved } = planned;
      const { replay, needsApproval = false } = schemas.get(call.function.name) ?? {};
      if (needsApproval && !approved) {
        record({ type: 'approval.requested', callId: call.id });
      } else {
        record({ type: 'tool.started', callId: call.id, attempt, ...(replay && { replay }) });
        begun.push(planned);
      }
    }
    await recorded;
    await Promise.all(
      begun.map(async (planned) => {
        record(await outcomeOf(planned));
      }),
    );
  }

  /** Where the tools cannot be listed, no call can be made either; the call's outcome will say so. */
  async function schemasByName(): Promise<ReadonlyMap<string, ToolSchema>> {
    const listed = await listedTools().catch((): readonly ToolSchema[] => []);
    return new Map(listed.map((tool) => [tool.function.name, tool]));
  }

  async function outcomeOf(planned: PlannedCall): Promise<TaskEvent> {
    try {
      const place = await surroundings();
      const listed = await listedTools();
      const allowed = log.task.origin.toolsAllowed;
      const calling = callTool(planned, place, listed, allowed, { task: meta, signal });
      return await interrupter.race(calling);
    } catch (thrown) {
      const error = failureOf(thrown, 'tool_failed');
      return { type: 'tool.failed', callId: planned.call.id, error };
    }
  }

  async function loadPrompt(): Promise<TaskEvent> {
    try {
      const place = await surroundings();
      const content = await interrupter.race(place.systemPrompt?.(served.name, signal));
      return { type: 'prompt.loaded', content: content ?? null };
    } catch (thrown) {
      return { type: 'prompt.failed', error: failureOf(thrown, 'environment_failed') };
    }
  }

  async function surroundings(): Promise<ToolEnvironment> {
    return (environment ??= await interrupter.race(served.environment(log.task.contextId)));
  }

  async function listedTools(): Promise<readonly ToolSchema[]> {
    return (tools ??= await interrupter.race((await surroundings()).listTools(signal)));
  }
}

function ignored(): void {}

/** What the model is offered: the tools it may call, and those its caller brought. */
function toolsFor(
  { toolsAllowed, clientTools }: TaskSubmitted,
  listed: readonly ToolSchema[],
): readonly ToolSchema[] {
  const allowed = toolsAllowed
    ? listed.filter((tool) => toolsAllowed.includes(tool.function.name))
    : listed;
  return clientTools.length > 0 ? [...allowed, ...clientTools] : allowed;
}

function metaOf(task: Task): TaskMeta {
  const { agent, metadata } = task.origin;
  return { id: task.id, contextId: task.contextId, agent, metadata: metadata ?? {} };
}

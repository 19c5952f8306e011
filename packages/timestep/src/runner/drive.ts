import {
  decide,
  transcriptOf,
  type AssistantMessage,
  type Decision,
  type PlannedCall,
  type Task,
  type TaskEvent,
  type ToolSchema,
} from '../core/index.ts';
import type { ServedAgent, TaskMeta, ToolEnvironment } from '../port/index.ts';
import { callTool } from './call-tool.ts';
import { failureOf } from './failure.ts';
import type { Interrupter } from './interrupter.ts';
import { wellFormedReply } from './reply.ts';
import type { TaskLog } from './task-log.ts';

/** The environment of a task as one drive sees it; tools are listed once. */
interface Surroundings {
  readonly environment: ToolEnvironment;
  readonly tools: readonly ToolSchema[];
  readonly names: ReadonlySet<string>;
}

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
  let surroundings: Promise<Surroundings> | undefined;
  const surround = () => (surroundings ??= surroundingsOf(served, log.task, signal));

  for (;;) {
    const decision = decide(log.task);
    switch (decision.do) {
      case 'load-prompt':
        log.append(await loadPrompt(served, log.task, interrupter));
        break;
      case 'call-model':
        await callModel(decision);
        break;
      case 'call-tools':
        await callTools(decision.calls);
        break;
      case 'finish': {
        const { state, reason, error } = decision;
        log.append({ type: 'task.finished', state, reason, ...(error && { error }) });
        return;
      }
      case 'wait':
      case 'rest':
        return;
    }
  }

  async function callModel({
    step,
    attempt,
  }: Extract<Decision, { do: 'call-model' }>): Promise<void> {
    log.append({ type: 'model.started', step, attempt });
    try {
      const { tools } = await interrupter.race(surround());
      const { origin } = log.task;
      const answer = served.agent(transcriptOf(log.task), {
        tools: [...allowedOf(tools, origin.toolsAllowed), ...origin.clientTools],
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
      log.append({ type: 'model.replied', step, attempt, message });
    } catch (thrown) {
      const error = failureOf(thrown, 'agent_failed');
      log.append({ type: 'model.failed', step, attempt, error });
    }
  }

  async function callTools(calls: readonly PlannedCall[]): Promise<void> {
    for (const { call, attempt } of calls) {
      log.append({ type: 'tool.started', callId: call.id, attempt });
    }
    await Promise.all(
      calls.map(async (planned) => {
        log.append(await interrupter.race(outcomeOf(planned)).catch(interrupted(planned)));
      }),
    );
  }

  async function outcomeOf(planned: PlannedCall): Promise<TaskEvent> {
    const { environment, names } = await surround();
    const allowed = log.task.origin.toolsAllowed;
    return callTool(planned, environment, names, allowed, { task: meta, signal });
  }
}

function interrupted(planned: PlannedCall): (thrown: unknown) => TaskEvent {
  return (thrown) => ({
    type: 'tool.failed',
    callId: planned.call.id,
    error: failureOf(thrown, 'tool_failed'),
  });
}

async function loadPrompt(
  served: ServedAgent,
  task: Task,
  interrupter: Interrupter,
): Promise<TaskEvent> {
  try {
    const environment = await interrupter.race(served.environment(task.contextId));
    const content = await interrupter.race(
      environment.systemPrompt?.(served.name, interrupter.signal),
    );
    return { type: 'prompt.loaded', content: content ?? null };
  } catch (thrown) {
    return { type: 'prompt.failed', error: failureOf(thrown, 'environment_failed') };
  }
}

async function surroundingsOf(
  served: ServedAgent,
  task: Task,
  signal: AbortSignal,
): Promise<Surroundings> {
  const environment = await served.environment(task.contextId);
  const tools = await environment.listTools(signal);
  return { environment, tools, names: new Set(tools.map((tool) => tool.function.name)) };
}

function allowedOf(
  tools: readonly ToolSchema[],
  allowed?: readonly string[],
): readonly ToolSchema[] {
  return allowed ? tools.filter((tool) => allowed.includes(tool.function.name)) : tools;
}

function metaOf(task: Task): TaskMeta {
  const { agent, metadata } = task.origin;
  return { id: task.id, contextId: task.contextId, agent, metadata: metadata ?? {} };
}

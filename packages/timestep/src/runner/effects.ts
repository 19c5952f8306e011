import {
  mayCall,
  refusedCalls,
  settingsOfNextReply,
  toArray,
  transcriptOf,
  type AssistantMessage,
  type Effects,
  type Failure,
  type PlannedCall,
  type Task,
  type TaskEvent,
  type ToolSchema,
} from '../core/index.ts';
import type { Delta, ServedAgent, TaskMeta } from '../port/index.ts';
import { callTool } from './call-tool.ts';
import { failureOf, type RecordFailure } from './failure.ts';
import type { Interrupter } from './interrupter.ts';
import { judgedCalls } from './judged-calls.ts';
import { wellFormedReply } from './reply.ts';
import { createSurroundings } from './surroundings.ts';

/** The task that effects are for, as it is when they begin, and its readers. */
export interface EffectSite {
  readonly task: Task;
  /** Shows readers output of the running step; this output is not part of the log. */
  show(step: number, attempt: number, delta: Delta): void;
}

/** The loop's effects on an agent and its environment, until they are interrupted. */
export function effectsOf(
  site: EffectSite,
  served: ServedAgent,
  interrupter: Interrupter,
  tell: RecordFailure = failureOf,
): Effects {
  const { signal } = interrupter;
  const meta = metaOf(site.task);
  const { turn } = site.task.origin;
  const request = { task: meta, ...(turn && { turn }), signal };
  const { environment, tools, toolsNow } = createSurroundings(
    served,
    { contextId: meta.contextId, turn },
    interrupter,
  );

  return {
    async loadPrompt(): Promise<TaskEvent> {
      try {
        const place = await environment();
        const content = await interrupter.race(place.systemPrompt?.(served.name, signal));
        const selects = place.selectContext !== undefined;
        return { type: 'prompt.loaded', content: content ?? null, ...(selects && { selects }) };
      } catch (thrown) {
        return { type: 'prompt.failed', error: tell(thrown, 'environment_failed') };
      }
    },

    async selectContext(): Promise<TaskEvent> {
      try {
        const place = await environment();
        const messages = toArray(site.task.entries).map(({ message }) => message);
        const chosen = await interrupter.race(place.selectContext?.({ ...request, messages }));
        return { type: 'context.selected', items: [], ...chosen };
      } catch (thrown) {
        const { message: note } = tell(thrown, 'environment_failed');
        return { type: 'context.selected', items: [], note };
      }
    },

    async callModel(step: number, attempt: number): Promise<TaskEvent> {
      try {
        const { origin } = site.task;
        const settings = settingsOfNextReply(site.task);
        if (settings?.max_output_tokens === 0) {
          return { type: 'model.failed', step, attempt, error: TOKENS_USED_UP };
        }
        const offered = toolsFor(site.task, await toolsNow());
        const answer = served.agent(transcriptOf(site.task), {
          tools: offered,
          task: meta,
          limits: origin.limits,
          seed: origin.seed,
          ...(settings && { settings }),
          ...(turn && { turn }),
          key: `${meta.id}:${step}`,
          attempt,
          signal,
          emit: (delta) => {
            if (!signal.aborted) site.show(step, attempt, delta);
          },
        });
        const reply: unknown = await interrupter.race(answer);
        const message: AssistantMessage = wellFormedReply(reply, step);
        const refused = refusedCalls(site.task, message);
        const judged = message.tool_calls
          ? await interrupter.race(judgedCalls(message, refused, await environment(), request))
          : [];
        return {
          type: 'model.replied',
          step,
          attempt,
          message,
          ...(refused.length > 0 && { refused }),
          ...(judged.length > 0 && { judged }),
        };
      } catch (thrown) {
        return { type: 'model.failed', step, attempt, error: tell(thrown, 'agent_failed') };
      }
    },

    /**
     * Where the tools cannot be listed, a call cannot be made either, and its outcome will say so.
     */
    async toolTraits(): Promise<ReadonlyMap<string, ToolSchema>> {
      const listed = await tools().catch((): readonly ToolSchema[] => []);
      return new Map(listed.map((tool) => [tool.function.name, tool]));
    },

    async callTool(planned: PlannedCall): Promise<TaskEvent> {
      try {
        const place = await environment();
        const listed = await tools();
        const calling = callTool(planned, place, listed, {
          task: meta,
          ...(turn && { turn }),
          signal,
        });
        return await interrupter.race(calling);
      } catch (thrown) {
        const error = tell(thrown, 'tool_failed');
        return { type: 'tool.failed', callId: planned.call.id, error };
      }
    },
  };
}

/**
 * The tools that the model sees: those of the agent that were chosen and those of the caller that the
 * task may call.
 */
function toolsFor(
  { origin, selection }: Task,
  listed: readonly ToolSchema[],
): readonly ToolSchema[] {
  const chosen = selection?.tools && new Set(selection.tools);
  const shown = chosen ? listed.filter((tool) => chosen.has(tool.function.name)) : listed;
  return [...shown, ...origin.clientTools].filter((tool) => mayCall(origin, tool.function.name));
}

const TOKENS_USED_UP: Failure = {
  code: 'output-limit',
  message: 'the allowed output tokens are used up and there is no final answer; allow more',
};

function metaOf(task: Task): TaskMeta {
  const { agent, metadata } = task.origin;
  return { id: task.id, contextId: task.contextId, agent, metadata: metadata ?? {} };
}

import {
  allMessagesOf,
  andThen,
  isPending,
  type Effects,
  type PlannedCall,
  type Task,
  type TaskEvent,
  type ToolCall,
  type ToolSchema,
  type TurnSettings,
} from '../core/index.ts';
import type {
  ArtifactDelta,
  Delta,
  JudgeRequest,
  ServedAgent,
  TaskMeta,
  ToolEnvironment,
  TracedEffect,
  HookSlot,
} from '../port/index.ts';
import { callModel, stepKeyOf } from './call-model.ts';
import { callTool } from './call-tool.ts';
import { failureOf, type RecordFailure } from './failure.ts';
import type { Interrupter } from './interrupter.ts';
import { createSurroundings, type Surroundings } from './surroundings.ts';
import { turnNow } from './turn-now.ts';

/** The task that effects are for, as it is when they begin, and its readers. */
export interface EffectSite {
  readonly task: Task;
  /** Shows readers output of the running step; this output is not part of the log. */
  show(step: number, attempt: number, delta: Delta): void;
}

/** How effects are run. */
export interface EffectOptions {
  /** Default: the message of the exception. */
  readonly tell?: RecordFailure | undefined;
  readonly hooks?: HookSlot | undefined;
}

/** The loop's effects on an agent and its environment, until they are interrupted. */
export function effectsOf(
  site: EffectSite,
  served: ServedAgent,
  interrupter: Interrupter,
  { tell = failureOf, hooks }: EffectOptions = {},
): Effects {
  const { signal } = interrupter;
  const meta = metaOf(site.task);
  const { turn } = site.task.origin;
  const now = (): TurnSettings | undefined => turnNow(site.task);
  const requestNow = (): JudgeRequest => requestFor(site.task, meta, signal);
  const surroundings = createSurroundings(served, { ...meta, turn: now }, interrupter);
  const { environment } = surroundings;
  const tools = () => toolsToCall(site.task, surroundings, interrupter);
  const traced = <T>(effect: Omit<TracedEffect, 'task'>, run: () => T): T => {
    const within = hooks?.now().effect;
    return within ? within({ ...effect, task: meta }, run) : run();
  };

  return {
    loadPrompt: () =>
      loadedPrompt(
        environment,
        (place) => interrupter.race(place.systemPrompt?.(served.name, signal, turn)),
        tell,
      ),

    async selectContext(): Promise<TaskEvent> {
      try {
        const place = await environment();
        const messages = allMessagesOf(site.task);
        const request = { ...requestNow(), messages };
        const chosen = await interrupter.race(place.selectContext?.(request));
        return { type: 'context.selected', items: [], ...chosen };
      } catch (thrown) {
        const { message: note } = tell(thrown, 'environment_failed');
        return { type: 'context.selected', items: [], note };
      }
    },

    callModel(step: number, attempt: number): Promise<TaskEvent> {
      const { task } = site;
      const show = (delta: Delta): void => site.show(step, attempt, delta);
      const request = requestNow();
      const call = { task, step, attempt, served, surroundings, request, interrupter, show };
      return traced({ called: 'model', key: stepKeyOf(task, step), attempt }, () =>
        callModel(call, tell),
      );
    },

    /**
     * Where the tools cannot be listed, a call cannot be made either, and its outcome will say so.
     */
    toolTraits() {
      try {
        const listed = tools();
        return isPending(listed) ? listed.then(byName).catch(() => NO_TOOLS) : byName(listed);
      } catch {
        return NO_TOOLS;
      }
    },

    callTool(planned: PlannedCall): Promise<TaskEvent> {
      const { key, attempt } = planned;
      return traced({ called: 'tool', key, attempt }, () =>
        attemptTool(
          { planned, site, served, interrupter, tools, environment, request: requestNow },
          tell,
        ),
      );
    },
  };
}

/** The prompt that `give` gets from the environment, or the failure, as an event. */
function loadedPrompt(
  environment: Surroundings['environment'],
  give: (place: ToolEnvironment) => Promise<string | undefined> | string | undefined,
  tell: RecordFailure,
): Promise<TaskEvent> | TaskEvent {
  const failed = (thrown: unknown): TaskEvent => ({
    type: 'prompt.failed',
    error: tell(thrown, 'environment_failed'),
  });
  try {
    const loading = andThen(environment(), (place) =>
      andThen(give(place), (content): TaskEvent => {
        const selects = place.selectContext !== undefined;
        return { type: 'prompt.loaded', content: content ?? null, ...(selects && { selects }) };
      }),
    );
    return isPending(loading) ? loading.catch(failed) : loading;
  } catch (thrown) {
    return failed(thrown);
  }
}

/** One attempt of a call of a tool. */
interface ToolAttempt {
  readonly planned: PlannedCall;
  readonly site: EffectSite;
  readonly served: ServedAgent;
  readonly interrupter: Interrupter;
  readonly environment: Surroundings['environment'];
  readonly tools: Surroundings['tools'];
  readonly request: () => JudgeRequest;
}

/** The outcome of an attempt of a call. */
async function attemptTool(
  { planned, site, served, interrupter, environment, tools, request }: ToolAttempt,
  tell: RecordFailure,
): Promise<TaskEvent> {
  const { signal } = interrupter;
  try {
    const here = environment();
    const place = isPending(here) ? await here : here;
    const found = tools();
    const listed = isPending(found) ? await found : found;
    // What a guard may still change or withhold is not shown before.
    const isGuarded = served.guards?.some((guard) => 'afterTool' in guard) ?? false;
    const emit = (delta: ArtifactDelta): void => {
      if (!signal.aborted) site.show(site.task.steps + 1, 0, delta);
    };
    const calling = isGuarded ? request() : { ...request(), emit };
    return await interrupter.race(callTool(planned, place, listed, calling, served.guards));
  } catch (thrown) {
    const error = tell(thrown, 'tool_failed');
    return { type: 'tool.failed', callId: planned.call.id, error };
  }
}

/** The tools of the list, and those that the environment finds for calls of the newest reply. */
function toolsToCall(
  task: Task,
  { environment, tools }: Surroundings,
  interrupter: Interrupter,
): ReturnType<Surroundings['tools']> {
  return andThen(tools(), (listed) => {
    const calls = task.calls.map(({ call }) => call);
    const strange = calls.filter((call) => !listed.some((tool) => isToolOf(call, tool)));
    if (strange.length === 0) return listed;
    return andThen(environment(), (place) => {
      const finding = place.findTools?.(strange, interrupter.signal) ?? [];
      return andThen(interrupter.race(finding), (found) => [...listed, ...found]);
    });
  });
}

const NO_TOOLS: ReadonlyMap<string, ToolSchema> = new Map();

function byName(tools: readonly ToolSchema[]): ReadonlyMap<string, ToolSchema> {
  return new Map(tools.map((tool) => [tool.function.name, tool]));
}

function isToolOf(call: ToolCall, tool: ToolSchema): boolean {
  return tool.function.name === call.function.name;
}

function requestFor(task: Task, meta: TaskMeta, signal: AbortSignal): JudgeRequest {
  const turn = turnNow(task);
  return { task: meta, ...(turn && { turn }), signal };
}

function metaOf(task: Task): TaskMeta {
  const { agent, principal, metadata = {}, delegation } = task.origin;
  const { id, contextId } = task;
  return { id, contextId, agent, principal, metadata, ...(delegation && { delegation }) };
}

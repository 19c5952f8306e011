import { isJsonObject, type JsonObject, type JsonValue } from '../../../core/index.ts';

/** Job of a courier: deliver the result of a task to the agent that started it. */
export interface Errand {
  /** Id of the called agent's task. */
  readonly task: string;
  readonly agent: string;
  readonly caller: { readonly task: string; readonly context: string; readonly agent: string };
  /** Generation of the caller's task at the call: no earlier event can hold the result. */
  readonly after: number;
  /** Name of the caller's tool for calls. Without it, nothing is delivered. */
  readonly tool: string;
  /** Whether the caller has a user who can be asked. */
  readonly asks: boolean;
}

export function errandToJson({ caller, ...errand }: Errand): JsonObject {
  return { ...errand, caller: { ...caller } };
}

/** Returns undefined if the value is no result of `errandToJson`. */
export function parseErrand(value: JsonValue): Errand | undefined {
  if (!isJsonObject(value) || !isJsonObject(value['caller'])) return undefined;
  const { task, agent, after, tool, asks } = value;
  const { task: began, context, agent: name } = value['caller'];
  if (typeof task !== 'string' || typeof agent !== 'string' || typeof tool !== 'string') {
    return undefined;
  }
  if (typeof began !== 'string' || typeof context !== 'string' || typeof name !== 'string') {
    return undefined;
  }
  if (typeof after !== 'number' || typeof asks !== 'boolean') return undefined;
  return { task, agent, after, tool, asks, caller: { task: began, context, agent: name } };
}

import { isJsonObject, type JsonObject, type JsonValue } from '../../core/index.ts';

/** What a courier is to do: to bring what becomes of a task to the agent that began it. */
export interface Errand {
  /** The task of the other agent. */
  readonly task: string;
  readonly agent: string;
  readonly caller: { readonly task: string; readonly context: string; readonly agent: string };
  /** The generation of the caller's task up to which it has heard nothing. */
  readonly after: number;
  /** The tool with which the caller calls agents: without it, the caller wants no answers. */
  readonly tool: string;
  /** Whether a person is beside the caller. */
  readonly asks: boolean;
}

/** An errand as the arguments of the tool that runs it. */
export function errandToJson({ caller, ...errand }: Errand): JsonObject {
  return { ...errand, caller: { ...caller } };
}

/** Reads what `errandToJson` wrote; `undefined` where it is anything else. */
export function errandFrom(value: JsonValue): Errand | undefined {
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

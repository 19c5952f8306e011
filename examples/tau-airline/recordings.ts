import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { JsonObject, Message } from '@timestep-ai/timestep/core';

/** A tool call in the format of tau-bench. */
export interface Action {
  readonly name: string;
  readonly arguments: JsonObject;
}

/** One recorded episode: the agent's actions, their results, and upstream's reward. */
export interface Recording {
  readonly taskId: string;
  readonly trial: number;
  readonly opening: readonly Message[];
  /** The agent's actions in order: tool calls, or `respond` with text for the user. */
  readonly actions: readonly Action[];
  /** The result of each action; undefined for a last action that was cut off. */
  readonly observations: readonly (string | undefined)[];
  readonly reward: number;
  readonly gold: readonly Action[];
  readonly goldOutputs: readonly string[];
  /** Upstream's digest of the database after the gold actions, if it is published. */
  readonly goldHash: string | undefined;
}

/** The action that sends text to the user. */
export const RESPOND = 'respond';

interface Raw {
  readonly task_id: number;
  readonly trial: number;
  readonly reward: number;
  readonly traj: readonly Message[];
  readonly info: {
    readonly task: {
      readonly actions: readonly { readonly name: string; readonly kwargs: JsonObject }[];
      readonly outputs: readonly string[];
    };
    readonly reward_info?: { readonly info: { readonly gt_data_hash?: string } } | null;
  };
}

export function loadRecordings(folder: string): Recording[] {
  const text = readFileSync(join(folder, 'gpt-4o-airline.json'), 'utf8');
  return (JSON.parse(text) as Raw[]).map(toRecording);
}

function toRecording({ task_id, trial, reward, traj, info }: Raw): Recording {
  const first = traj.findIndex((message) => message.role === 'assistant');
  const actions: Action[] = [];
  const observations: (string | undefined)[] = [];
  for (const [index, message] of traj.entries()) {
    if (message.role !== 'assistant') continue;
    const [call] = message.tool_calls ?? [];
    const next = traj[index + 1];
    actions.push(
      call
        ? { name: call.function.name, arguments: JSON.parse(call.function.arguments) as JsonObject }
        : { name: RESPOND, arguments: { content: message.content ?? '' } },
    );
    observations.push(
      next?.role === 'assistant' ? undefined : (next?.content as string | undefined),
    );
  }
  return {
    taskId: String(task_id),
    trial,
    opening: traj.slice(0, first),
    actions,
    observations,
    reward,
    gold: info.task.actions.map(({ name, kwargs }) => ({ name, arguments: kwargs })),
    goldOutputs: info.task.outputs,
    goldHash: info.reward_info?.info.gt_data_hash,
  };
}

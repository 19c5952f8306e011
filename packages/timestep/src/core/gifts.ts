import { append } from './chain.ts';
import type { Draft } from './draft.ts';
import type { Artifact } from './message.ts';

/** Adds what a tool or the agent gave to the user. */
export function give(task: Draft, artifacts: readonly Artifact[]): void {
  for (const artifact of artifacts) task.artifacts = append(task.artifacts, artifact);
}

import { append } from '../data/chain.ts';
import type { Draft } from './task-draft.ts';
import type { Artifact } from '../message/message.ts';

export function addArtifacts(task: Draft, artifacts: readonly Artifact[]): void {
  for (const artifact of artifacts) task.artifacts = append(task.artifacts, artifact);
}

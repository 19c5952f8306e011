import type { Artifact } from '../core/index.ts';
import type { ToolFnContext } from '../environment/index.ts';

/**
 * Gives the caller what another agent gave in a task. Each id is put behind that of the task, because agents
 * choose ids without knowing of each other.
 */
export function giveArtifacts(
  give: ToolFnContext['give'],
  taskId: string | undefined,
  artifacts: readonly Artifact[],
): void {
  const scope = taskId === undefined ? '' : `${taskId}/`;
  for (const artifact of artifacts)
    give({ ...artifact, artifact_id: scope + artifact.artifact_id });
}

import type { Artifact } from '../../core/index.ts';
import type { ToolFnContext } from '../../engine/tools/index.ts';

/**
 * Adds artifacts of another agent's task to the result. Ids get the task id as prefix, because two
 * agents can choose the same id.
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

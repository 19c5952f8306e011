import { textOf, type Artifact } from '../core/index.ts';
import type { ArtifactDelta } from '../port/index.ts';
import { filesIn, withFiles } from './view-files.ts';
import type { ArtifactItem } from './view-item.ts';
import { replaced, withItem } from './view-items.ts';
import type { ConversationView } from './view-state.ts';

/** The view with what a tool or the agent gave; it takes the place of what was shown while it grew. */
export function withArtifacts(
  view: ConversationView,
  taskId: string,
  artifacts: readonly Artifact[] = [],
): ConversationView {
  return artifacts.reduce((before, artifact) => withArtifact(before, taskId, artifact, true), view);
}

/** The view with a piece of an artifact that grows; a piece after one that was missed is left out. */
export function grownArtifact(
  view: ConversationView,
  taskId: string,
  { artifact, append, index }: Omit<ArtifactDelta, 'type'>,
): ConversationView {
  if (!append) return withArtifact(view, taskId, artifact, false);
  const before = openArtifact(view, taskId, artifact.artifact_id);
  if (!before || (index !== undefined && index !== before.pieces)) return view;
  const text = before.text + textIn(artifact);
  const files = [...(before.files ?? []), ...filesIn(artifact.parts)];
  const grown = { text, pieces: before.pieces + 1, ...(files.length > 0 && { files }) };
  return replaced(view, before, { ...before, ...grown });
}

function withArtifact(
  view: ConversationView,
  taskId: string,
  artifact: Artifact,
  isComplete: boolean,
): ConversationView {
  const { artifact_id: id, name = id } = artifact;
  const before = openArtifact(view, taskId, id);
  const files = withFiles(artifact.parts);
  const made = { name, text: textIn(artifact), ...files, pieces: 1, isComplete };
  if (before) return replaced(view, before, { ...before, ...made });
  const number = view.artifacts + 1;
  const item: ArtifactItem = {
    kind: 'artifact',
    id: `${taskId}/artifact/${number}`,
    taskId,
    artifactId: id,
    ...made,
  };
  return withItem({ ...view, artifacts: number }, item);
}

function openArtifact(
  view: ConversationView,
  taskId: string,
  id: string,
): ArtifactItem | undefined {
  const found = view.open.findLast(
    (item) => item.kind === 'artifact' && item.taskId === taskId && item.artifactId === id,
  );
  return found?.kind === 'artifact' ? found : undefined;
}

/** Data as JSON, and files by their names. */
function textIn({ parts }: Artifact): string {
  return textOf({ role: 'user', content: parts });
}

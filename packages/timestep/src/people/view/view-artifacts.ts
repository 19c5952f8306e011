import { getText, type Artifact } from '#core';
import type { ArtifactDelta } from '#engine/port';
import { listFiles, createFilesField } from './view-files.ts';
import type { ArtifactItem } from './view-item.ts';
import { replaceItem, appendItem } from './view-items.ts';
import type { ConversationView } from './view-state.ts';

/** Adds complete artifacts, which replace the streamed chunks of the same artifacts. */
export function addArtifacts(
  view: ConversationView,
  taskId: string,
  artifacts: readonly Artifact[] = [],
): ConversationView {
  return artifacts.reduce((before, artifact) => addArtifact(before, taskId, artifact, true), view);
}

/** Appends a streamed chunk to an artifact. Ignores the chunk if an earlier chunk is missing. */
export function appendArtifactChunk(
  view: ConversationView,
  taskId: string,
  { artifact, append, index }: Omit<ArtifactDelta, 'type'>,
): ConversationView {
  if (!append) return addArtifact(view, taskId, artifact, false);
  const before = findOpenArtifact(view, taskId, artifact.artifact_id);
  if (!before || (index !== undefined && index !== before.chunks)) return view;
  const text = before.text + getArtifactText(artifact);
  const files = [...(before.files ?? []), ...listFiles(artifact.parts)];
  const grown = { text, chunks: before.chunks + 1, ...(files.length > 0 && { files }) };
  return replaceItem(view, before, { ...before, ...grown });
}

function addArtifact(
  view: ConversationView,
  taskId: string,
  artifact: Artifact,
  isComplete: boolean,
): ConversationView {
  const { artifact_id: id, name = id } = artifact;
  const before = findOpenArtifact(view, taskId, id);
  const files = createFilesField(artifact.parts);
  const made = { name, text: getArtifactText(artifact), ...files, chunks: 1, isComplete };
  if (before) return replaceItem(view, before, { ...before, ...made });
  const number = view.artifacts + 1;
  const item: ArtifactItem = {
    kind: 'artifact',
    id: `${taskId}/artifact/${number}`,
    taskId,
    artifactId: id,
    ...made,
  };
  return appendItem({ ...view, artifacts: number }, item);
}

function findOpenArtifact(
  view: ConversationView,
  taskId: string,
  id: string,
): ArtifactItem | undefined {
  return view.open
    .filter((item) => item.kind === 'artifact')
    .findLast((item) => item.taskId === taskId && item.artifactId === id);
}

/** Returns an artifact as text: data parts become JSON, and file parts their file names. */
function getArtifactText({ parts }: Artifact): string {
  return getText({ role: 'user', content: parts });
}

import { isJsonObject, parseJson } from '#core';

/** The part of an answer that was already streamed to readers. */
export interface StreamedAnswer {
  /** Completely streamed texts of the answer, each followed by a line break. */
  readonly ended: string;
  /** Id of the artifact whose text is being streamed. Undefined if nothing was streamed. */
  readonly artifactId: string | undefined;
  /** Text of the artifact `artifactId` that was streamed so far. */
  readonly open: string;
}

export const NOTHING_STREAMED: StreamedAnswer = { ended: '', artifactId: undefined, open: '' };

export interface ArtifactText {
  readonly text: string;
  /** Whether the agent sends this text in pieces. */
  readonly grows: boolean;
  /** Whether the agent has sent the last piece of this text. */
  readonly isComplete: boolean;
}

interface StreamedPiece {
  readonly streamed: StreamedAnswer;
  /** New text of the answer, which is streamed to the caller now. */
  readonly news: string;
}

/** An update of an artifact that the client already knows. */
interface ArtifactPiece {
  readonly id: string;
  readonly added: string;
  /** The text of the artifact before the update. Undefined if the update replaced the text. */
  readonly earlier: string | undefined;
  /** Whether an answer that contains this artifact contains no other artifact. */
  readonly isAlone: boolean;
}

/**
 * Streams the new text of an artifact, in the order in which an answer contains the artifacts. Sent
 * text cannot be retracted: so a text that was sent as a whole is held back because it may be
 * replaced, and a text after an incomplete one because it may not be next.
 */
export function streamArtifactText(
  streamed: StreamedAnswer,
  { id: artifactId, added, earlier: before, isAlone }: ArtifactPiece,
  artifacts: ReadonlyMap<string, ArtifactText>,
): StreamedPiece {
  const nothing = { streamed, news: '' };
  const { text, grows } = artifacts.get(artifactId) ?? { text: '', grows: false };
  if (streamed.artifactId === artifactId) {
    const isNext = before === streamed.open;
    if (!isNext && !text.startsWith(streamed.open)) return nothing;
    const news = isNext ? added : text.slice(streamed.open.length);
    return { streamed: { ...streamed, open: text }, news };
  }
  const earlier = isAlone ? [artifactId] : [...artifacts.keys()];
  if (!grows || text === '' || earlier.pop() !== artifactId) return nothing;
  if (!earlier.every((id) => artifacts.get(id)?.isComplete === true)) return nothing;
  const unsent = earlier.slice(earlier.findIndex((id) => id === streamed.artifactId) + 1);
  const texts = unsent.map((id) => artifacts.get(id)?.text ?? '').filter((other) => other !== '');
  const ahead = `${streamed.open === '' ? '' : '\n'}${texts.map((other) => `${other}\n`).join('')}`;
  const ended = streamed.ended + streamed.open + ahead;
  return { streamed: { ended, artifactId, open: text }, news: ahead + text };
}

/**
 * Completes the streamed text to the whole text: the result begins with what was streamed and
 * repeats nothing. JSON is returned unchanged, because programs parse it.
 */
export function mergeSentAndFullText(sent: string, text: string): string {
  if (text.startsWith(sent) || isJsonData(text)) return text;
  if (text === '' || containsLines(sent, text)) return sent;
  for (let start = sent.indexOf('\n') + 1; start > 0; start = sent.indexOf('\n', start) + 1) {
    if (start < sent.length && text.startsWith(sent.slice(start)))
      return sent.slice(0, start) + text;
  }
  return `${sent}\n${text}`;
}

/** Returns whether a text contains the given lines as whole lines, next to each other. */
export function containsLines(text: string, lines: string): boolean {
  return `\n${text}\n`.includes(`\n${lines}\n`);
}

function isJsonData(text: string): boolean {
  const value = parseJson(text);
  return isJsonObject(value) || Array.isArray(value);
}

import { isJsonObject, parseJson } from '#core';

/** The text of an answer that readers of a stream have received. */
export interface StreamedAnswer {
  /** Complete texts, each with a line end. */
  readonly ended: string;
  /** The artifact whose text is streamed now. Undefined if nothing was streamed. */
  readonly artifactId: string | undefined;
  /** What was streamed of the text of that artifact. */
  readonly open: string;
}

export const NOTHING_STREAMED: StreamedAnswer = { ended: '', artifactId: undefined, open: '' };

export interface ArtifactText {
  readonly text: string;
  /** Whether the agent sends the text in pieces. */
  readonly grows: boolean;
  /** Whether the agent has sent the last piece. */
  readonly isComplete: boolean;
}

interface StreamedPiece {
  readonly streamed: StreamedAnswer;
  /** Text to stream now. */
  readonly news: string;
}

/** An update of an artifact, which is tracked already. */
interface ArtifactPiece {
  readonly id: string;
  readonly added: string;
  /** The text to which the update added. Undefined if the update replaced it. */
  readonly earlier: string | undefined;
  /** Whether an answer with this artifact has no other one. */
  readonly isAlone: boolean;
}

/**
 * Streams the new text of an artifact, one of `artifacts` in the order in which an answer has them. Sent text cannot be
 * taken back: a text that came whole may still be replaced, and one after an open one may not be next.
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
 * Returns a text as a reader of its stream has it in the end: it begins with what was sent, and says nothing twice. Data
 * stays alone, because programs parse it.
 */
export function completeSentText(sent: string, text: string): string {
  if (text.startsWith(sent) || isData(text)) return text;
  if (text === '' || hasLines(sent, text)) return sent;
  for (let start = sent.indexOf('\n') + 1; start > 0; start = sent.indexOf('\n', start) + 1) {
    if (start < sent.length && text.startsWith(sent.slice(start)))
      return sent.slice(0, start) + text;
  }
  return `${sent}\n${text}`;
}

/** Whether a text has another one in lines of its own. */
export function hasLines(text: string, lines: string): boolean {
  return `\n${text}\n`.includes(`\n${lines}\n`);
}

function isData(text: string): boolean {
  const value = parseJson(text);
  return isJsonObject(value) || Array.isArray(value);
}

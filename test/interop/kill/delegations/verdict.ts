import type { Outcome } from './caller.ts';
import { doneText } from './stock-peer.ts';

/** What was seen of one delegation that was killed. */
export interface SceneRecord {
  readonly peer: string;
  readonly route: string;
  readonly point: string;
  readonly text: string;
  /** Whether the peer can be asked for the task of a message that it has received. */
  readonly canBeAsked: boolean;
  /** Whether the kill fell between the first byte sent and the first byte received. */
  readonly isWithin: boolean;
  /** Number of times that the peer has begun the work. */
  readonly works: number;
  readonly outcome: Outcome;
}

/** Returns the violated guarantees: each work is done once, unless nobody can tell, which is said. */
export function listBreaches(scenes: readonly SceneRecord[]): string[] {
  return scenes.flatMap((scene) => {
    const why = findBreach(scene);
    const { peer, route, point, text } = scene;
    return why === undefined ? [] : [`${text} (${peer}, ${route}, killed at ${point}): ${why}`];
  });
}

export function isUnknown({ text }: Outcome): boolean {
  return /unknown whether .* received/i.test(text);
}

function findBreach(scene: SceneRecord): string | undefined {
  const { outcome, works, text, isWithin, canBeAsked } = scene;
  if (works > 1) return `the peer did the work ${works} times`;
  if (isUnknown(outcome)) {
    if (!isWithin) return 'it is told as unknown although the kill fell elsewhere';
    // Such a peer lists the task, unless the message has not reached it.
    if (canBeAsked && works > 0) return 'it is told as unknown although the peer can be asked';
    return undefined;
  }
  if (outcome.state !== 'completed') return `it is ${outcome.state}: ${outcome.text}`;
  if (works === 0) return 'it has ended without work';
  if (!outcome.text.includes(doneText(text))) return `it was answered wrongly: ${outcome.text}`;
  return undefined;
}

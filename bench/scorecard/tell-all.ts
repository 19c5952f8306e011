import { formatReason } from '../durable/reason.ts';
import { drawAgain, drawKillPoints, type KillPoint, type Moment } from './kill-points.ts';
import type { StoryRecord } from './records.ts';

/** What came of one attempt to kill the process of a story. The index is that of the kill. */
export type Attempt =
  | { readonly kind: 'killed'; readonly index: number; readonly record: StoryRecord }
  | { readonly kind: 'missed'; readonly index: number; readonly moment: Moment }
  | {
      readonly kind: 'failed';
      readonly index: number;
      readonly moment: Moment;
      readonly reason: string;
    };

export interface Telling {
  readonly kills: number;
  readonly seed: number;
  readonly atOnce: number;
  /** The attempts of earlier commands, with the same kills and seed. */
  readonly earlier: readonly Attempt[];
  /** Tells one story, under a name that no other story has. */
  readonly tell: (point: KillPoint, story: string) => Promise<StoryRecord>;
  readonly keep: (attempt: Attempt) => void;
}

/** How many points are drawn for one kill, where stories end before their moment comes. */
const ATTEMPTS = 4;

/** Tells stories until each kill has happened, or was attempted often enough. */
export async function tellAll({
  kills,
  seed,
  atOnce,
  earlier,
  tell,
  keep,
}: Telling): Promise<void> {
  const left = drawKillPoints(kills, seed).entries();
  const tellNext = async (): Promise<void> => {
    for (const [index, first] of left) {
      const before = earlier.filter((attempt) => attempt.index === index);
      let isKilled = before.some(({ kind }) => kind === 'killed');
      for (let count = before.length; !isKilled && count < ATTEMPTS; count += 1) {
        const point = count === 0 ? first : drawAgain(seed, index, count);
        const attempt = await tellOnce(index, point, () => tell(point, `story-${index}-${count}`));
        keep(attempt);
        isKilled = attempt.kind === 'killed';
      }
    }
  };
  await Promise.all(Array.from({ length: atOnce }, tellNext));
}

async function tellOnce(
  index: number,
  { moment }: KillPoint,
  tell: () => Promise<StoryRecord>,
): Promise<Attempt> {
  try {
    const record = await tell();
    if (record.killedAt === undefined) return { kind: 'missed', index, moment };
    return { kind: 'killed', index, record };
  } catch (thrown) {
    return { kind: 'failed', index, moment, reason: formatReason(thrown) };
  }
}

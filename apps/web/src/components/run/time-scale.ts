/** A span of time in milliseconds since the epoch. */
export interface TimeSpan {
  readonly from: number;
  readonly to: number;
}

/**
 * A wait that the time axis shortens. `at` and `width` are fractions of the axis's visible part; `ms` is the
 * real wait.
 */
interface Fold {
  readonly at: number;
  readonly width: number;
  readonly ms: number;
}

/** Converts times to positions on the visible part of a time axis, from 0 to 1. */
export interface TimeScale {
  /** Converts a time to a position; below 0 or above 1 outside the visible part. */
  readonly toPlace: (at: number) => number;
  readonly ticks: readonly Tick[];
  readonly folds: readonly Fold[];
}

interface Tick {
  readonly place: number;
  /** Milliseconds since the start of the time axis. */
  readonly ms: number;
}

/** The visible part of an axis, as shares of its length. */
export interface Zoom {
  readonly from: number;
  readonly to: number;
}

export const WHOLE: Zoom = { from: 0, to: 1 };

/** Width of a folded wait on the time axis, as a share of the time that is not folded. */
const FOLD_SHARE = 0.05;
/** A wait is drawn shorter if it takes more than this fraction of the time in which something ran. */
const MIN_FOLDED_SHARE = 0.15;
const MOST_TICKS = 6;

interface Piece extends TimeSpan {
  /** Start and length of this section of the time axis before zooming, in milliseconds. */
  readonly start: number;
  readonly length: number;
  readonly isFolded: boolean;
}

/**
 * Creates a scale from the start to the end, on which waits are drawn shorter. `quiet` lists the
 * waits in order.
 */
export function createTimeScale(
  { from, to }: TimeSpan,
  quiet: readonly TimeSpan[] = [],
  zoom: Zoom = WHOLE,
): TimeScale {
  const pieces = divideTimeIntoPieces({ from, to: Math.max(to, from + 1) }, quiet);
  const last = pieces.at(-1);
  const length = last ? last.start + last.length : 1;
  const left = zoom.from * length;
  const visible = Math.max((zoom.to - zoom.from) * length, 0.001);
  const toPlace = (at: number): number => (getUnzoomedPosition(pieces, at) - left) / visible;
  return {
    toPlace,
    ticks: createTimeTicks(pieces, left, visible).map(({ start, at }) => {
      return { place: (start - left) / visible, ms: at - from };
    }),
    folds: pieces
      .filter(({ isFolded }) => isFolded)
      .map((piece) => ({
        at: (piece.start - left) / visible,
        width: piece.length / visible,
        ms: piece.to - piece.from,
      })),
  };
}

function divideTimeIntoPieces(
  { from, to }: TimeSpan,
  quiet: readonly TimeSpan[],
): readonly Piece[] {
  const spans = quiet
    .map((span) => ({ from: Math.max(span.from, from), to: Math.min(span.to, to) }))
    .filter((span) => span.to > span.from);
  const quietMs = spans.reduce((sum, span) => sum + span.to - span.from, 0);
  const otherMs = Math.max(to - from - quietMs, 1);
  const folded = spans.filter((span) => span.to - span.from > otherMs * MIN_FOLDED_SHARE);
  const pieces: Piece[] = [];
  let [at, start] = [from, 0];
  function addTimePiece(end: number, length: number, isFolded: boolean): void {
    if (end <= at) return;
    pieces.push({ from: at, to: end, start, length, isFolded });
    at = end;
    start += length;
  }
  for (const span of folded) {
    addTimePiece(span.from, span.from - at, false);
    addTimePiece(span.to, otherMs * FOLD_SHARE, true);
  }
  addTimePiece(to, to - at, false);
  return pieces;
}

function getUnzoomedPosition(pieces: readonly Piece[], at: number): number {
  const piece = pieces.find((one) => at <= one.to) ?? pieces.at(-1);
  if (!piece) return 0;
  return piece.start + ((at - piece.from) / (piece.to - piece.from)) * piece.length;
}

function createTimeTicks(
  pieces: readonly Piece[],
  left: number,
  visible: number,
): readonly { readonly start: number; readonly at: number }[] {
  const step = chooseTickStep(visible / MOST_TICKS);
  const ticks: { start: number; at: number }[] = [];
  for (let start = Math.ceil(left / step) * step; start <= left + visible; start += step) {
    const piece = pieces.find((one) => start <= one.start + one.length);
    if (!piece || piece.isFolded) continue;
    ticks.push({ start, at: piece.from + start - piece.start });
  }
  return ticks;
}

/** Returns the next of 1, 2 and 5 times a power of ten. */
function chooseTickStep(least: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(least, 0.001)));
  return ([1, 2, 5].find((factor) => factor * power >= least) ?? 10) * power;
}

/**
 * Zooms the time axis by a factor. The point at `place`, from 0 to 1 of the visible part, stays where it is.
 */
export function zoomBy({ from, to }: Zoom, factor: number, place = 0.5): Zoom {
  const width = Math.min(1, Math.max(1 / 500, (to - from) * factor));
  const middle = from + (to - from) * place;
  return clampZoom(middle - width * place, width);
}

/** Moves the visible part of the time axis by a share of its width. */
export function panBy({ from, to }: Zoom, share: number): Zoom {
  const width = to - from;
  return clampZoom(from + width * share, width);
}

function clampZoom(wanted: number, width: number): Zoom {
  const from = Math.min(Math.max(0, wanted), 1 - width);
  return { from, to: from + width };
}

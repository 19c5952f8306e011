/** How many bytes a piece holds at most, unless one text alone is longer. */
const PIECE = 64 * 1024;
/** No character of a JavaScript text takes more bytes in UTF-8. */
const MOST_BYTES = 3;

/** A text in UTF-8, as pieces that follow each other. */
export interface TextPieces {
  readonly add: (text: string) => void;
  readonly bytes: () => number;
  /** All pieces; nothing may be added afterwards. */
  readonly end: () => readonly Uint8Array[];
}

/**
 * Collects a long text that consists of many short ones. One string of all of them would be copied twice,
 * and memory of its size would be had from the system and given back each time.
 */
export function createTextPieces(): TextPieces {
  const full: Uint8Array[] = [];
  let piece = Buffer.allocUnsafeSlow(PIECE);
  let used = 0;
  let bytes = 0;

  function makeRoom(needed: number): void {
    if (used > 0) full.push(piece.subarray(0, used));
    piece = Buffer.allocUnsafeSlow(Math.max(PIECE, needed));
    used = 0;
  }

  return {
    add(text) {
      const needed = text.length * MOST_BYTES;
      if (needed > piece.length - used) makeRoom(needed);
      const written = piece.write(text, used);
      used += written;
      bytes += written;
    },
    bytes: () => bytes,
    end: () => [...full, piece.subarray(0, used)],
  };
}

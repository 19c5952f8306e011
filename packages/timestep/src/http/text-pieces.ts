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
  /** Gives their memory back to where it came from: nothing may read the pieces afterwards. */
  readonly release: () => void;
}

/** Memory of pieces that is used again: the system has to clear what is had from it anew. */
export interface TextMemory {
  readonly take: () => Buffer;
  readonly giveBack: (pieces: readonly Buffer[]) => void;
}

/** Keeps the memory of at most so many pieces. */
export function createTextMemory(most: number): TextMemory {
  const free: Buffer[] = [];
  return {
    take: () => free.pop() ?? Buffer.allocUnsafeSlow(PIECE),
    giveBack(pieces) {
      for (const piece of pieces)
        if (free.length < most && piece.length === PIECE) free.push(piece);
    },
  };
}

/**
 * Collects a long text that consists of many short ones. One string of all of them would be copied twice,
 * and memory of its size would be had from the system and given back each time.
 */
export function createTextPieces(memory: TextMemory = createTextMemory(0)): TextPieces {
  const all: Buffer[] = [];
  const full: Uint8Array[] = [];
  let piece = memory.take();
  all.push(piece);
  let used = 0;
  let bytes = 0;

  function makeRoom(needed: number): void {
    if (used > 0) full.push(piece.subarray(0, used));
    piece = needed > PIECE ? Buffer.allocUnsafeSlow(needed) : memory.take();
    all.push(piece);
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
    release: () => memory.giveBack(all),
  };
}

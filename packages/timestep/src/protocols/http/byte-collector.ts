// Fast code: all chunks share one buffer, because a chunk of one byte would take 100 times its memory.

/** Collects bytes as they arrive. */
export interface ByteCollector {
  /** Number of allocated bytes, including unused capacity. */
  readonly capacity: number;
  readonly size: number;
  add(chunk: Uint8Array): void;
  /** Returns the collected bytes, valid until the next `add`. */
  bytes(): Uint8Array;
  /** Returns the collected bytes as text. Invalid UTF-8 is replaced. */
  text(): string;
}

const FIRST_CAPACITY = 16 * 1024;

export function createByteCollector(): ByteCollector {
  let room = Buffer.alloc(0);
  let size = 0;
  return {
    get capacity() {
      return room.byteLength;
    },
    get size() {
      return size;
    },
    add(chunk) {
      const needed = size + chunk.byteLength;
      if (needed > room.byteLength) {
        const larger = Buffer.allocUnsafe(Math.max(needed, room.byteLength * 2, FIRST_CAPACITY));
        larger.set(room.subarray(0, size));
        room = larger;
      }
      room.set(chunk, size);
      size = needed;
    },
    bytes: () => room.subarray(0, size),
    text: () => new TextDecoder().decode(room.subarray(0, size)),
  };
}

/** Bytes put together as they arrive. */
export interface ByteCollector {
  /** Bytes of memory that are held, including room for more. */
  readonly held: number;
  readonly size: number;
  add(chunk: Uint8Array): void;
  /** All bytes, until more are added. */
  bytes(): Uint8Array;
  /** All bytes as text; invalid UTF-8 is replaced. */
  text(): string;
}

const FIRST_ROOM = 16 * 1024;

/**
 * Copies chunks into one buffer: a chunk of one byte takes a hundred times as much memory by
 * itself.
 */
export function collectBytes(): ByteCollector {
  let room = Buffer.alloc(0);
  let size = 0;
  return {
    get held() {
      return room.byteLength;
    },
    get size() {
      return size;
    },
    add(chunk) {
      const needed = size + chunk.byteLength;
      if (needed > room.byteLength) {
        const larger = Buffer.allocUnsafe(Math.max(needed, room.byteLength * 2, FIRST_ROOM));
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

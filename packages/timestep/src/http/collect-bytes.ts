/** Bytes put together as they arrive. */
export interface ByteCollector {
  /** Bytes that are held, room for more included. */
  readonly held: number;
  readonly size: number;
  add(chunk: Uint8Array): void;
  /** All of it as text; what is no UTF-8 is replaced. */
  text(): string;
}

const FIRST_ROOM = 16 * 1024;

/** Keeps the bytes and not the chunks: a chunk of one byte costs a hundred times as much by itself. */
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
    text: () => new TextDecoder().decode(room.subarray(0, size)),
  };
}

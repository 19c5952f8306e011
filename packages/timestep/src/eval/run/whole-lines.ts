import { closeSync, openSync, readSync } from 'node:fs';

const LINE_FEED = 0x0a;
const CHUNK_BYTES = 1024 * 1024;

/** Yields the complete lines of a file, which may exceed the maximum length of a string. */
export function* readWholeLines(path: string, chunkBytes: number = CHUNK_BYTES): Generator<string> {
  const file = openSync(path, 'r');
  try {
    let begun: Buffer[] = [];
    for (;;) {
      const buffer = Buffer.allocUnsafe(chunkBytes);
      const read = readSync(file, buffer, 0, chunkBytes, null);
      if (read === 0) return;
      const bytes = buffer.subarray(0, read);
      let from = 0;
      for (;;) {
        const end = bytes.indexOf(LINE_FEED, from);
        if (end === -1) break;
        yield Buffer.concat([...begun, bytes.subarray(from, end)]).toString('utf8');
        begun = [];
        from = end + 1;
      }
      if (from < read) begun.push(bytes.subarray(from));
    }
  } finally {
    closeSync(file);
  }
}

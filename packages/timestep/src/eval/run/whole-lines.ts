import { closeSync, openSync, readSync } from 'node:fs';

const LINE_FEED = 0x0a;
export const CHUNK_BYTES: number = 1024 * 1024;

/** Yields the complete lines of a file, which may exceed the maximum length of a string. */
export function* readWholeLines(path: string, chunkBytes: number = CHUNK_BYTES): Generator<string> {
  const file = openSync(path, 'r');
  const split = createLineSplitter();
  try {
    for (;;) {
      const buffer = Buffer.allocUnsafe(chunkBytes);
      const read = readSync(file, buffer, 0, chunkBytes, null);
      if (read === 0) return;
      for (const line of split(buffer.subarray(0, read))) yield line.toString('utf8');
    }
  } finally {
    closeSync(file);
  }
}

/** Returns a function that takes the next bytes of a file and returns the lines they complete. */
export function createLineSplitter(): (bytes: Buffer) => Buffer[] {
  let begun: Buffer[] = [];
  return (bytes) => {
    const lines: Buffer[] = [];
    let from = 0;
    for (let end = bytes.indexOf(LINE_FEED); end !== -1; end = bytes.indexOf(LINE_FEED, from)) {
      lines.push(Buffer.concat([...begun, bytes.subarray(from, end)]));
      begun = [];
      from = end + 1;
    }
    if (from < bytes.length) begun.push(bytes.subarray(from));
    return lines;
  };
}

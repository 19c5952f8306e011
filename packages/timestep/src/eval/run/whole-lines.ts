import { closeSync, openSync, readSync } from 'node:fs';

const LINE_FEED = 0x0a;
const BYTES_AT_A_TIME = 1024 * 1024;

/** The complete lines of a file, one by one, because a file may be larger than a string can be. */
export function* wholeLines(
  path: string,
  bytesAtATime: number = BYTES_AT_A_TIME,
): Generator<string> {
  const file = openSync(path, 'r');
  try {
    let begun: Buffer[] = [];
    for (;;) {
      const buffer = Buffer.allocUnsafe(bytesAtATime);
      const read = readSync(file, buffer, 0, bytesAtATime, null);
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

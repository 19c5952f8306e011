import { crc32, deflateSync } from 'node:zlib';

const WIDTH = 640;
const HEIGHT = 200;
const MINUTES = 41;
const DEPLOY = 12;

type Color = readonly [red: number, green: number, blue: number];
const PAPER: Color = [250, 251, 252];
const LINE: Color = [214, 219, 227];
const QUIET: Color = [152, 161, 176];
const ERROR: Color = [194, 40, 29];

/** Draws the errors in each minute as bars, as a PNG. The line is the moment of the deployment. */
export function drawErrors(): Buffer {
  const pixels = Buffer.alloc(WIDTH * HEIGHT * 3);
  const fill = (left: number, top: number, right: number, bottom: number, color: Color): void => {
    for (let y = Math.round(top); y < bottom; y += 1) {
      for (let x = Math.round(left); x < right; x += 1) pixels.set(color, (y * WIDTH + x) * 3);
    }
  };
  fill(0, 0, WIDTH, HEIGHT, PAPER);
  for (let y = 20; y < HEIGHT; y += 40) fill(0, y, WIDTH, y + 1, LINE);
  const step = WIDTH / MINUTES;
  for (let minute = 0; minute < MINUTES; minute += 1) {
    const isLate = minute >= DEPLOY;
    const swing = (minute * 37) % 23;
    const height = isLate ? 110 + swing * 2 : 4 + (swing % 7);
    const left = minute * step + 2;
    fill(left, HEIGHT - height, left + step - 4, HEIGHT, isLate ? ERROR : QUIET);
  }
  fill(DEPLOY * step - 1, 0, DEPLOY * step + 1, HEIGHT, ERROR);
  return toPng(pixels);
}

function toPng(pixels: Buffer): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(WIDTH, 0);
  header.writeUInt32BE(HEIGHT, 4);
  // Eight bits for each of three colors.
  header.set([8, 2], 8);
  // Each row begins with the kind of its filter, which is none.
  const rows = Array.from({ length: HEIGHT }, (_row, y) =>
    Buffer.concat([Buffer.of(0), pixels.subarray(y * WIDTH * 3, (y + 1) * WIDTH * 3)]),
  );
  const start = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  const data = deflateSync(Buffer.concat(rows));
  return Buffer.concat([start, toChunk('IHDR', header), toChunk('IDAT', data), toChunk('IEND')]);
}

function toChunk(type: string, data: Buffer = Buffer.alloc(0)): Buffer {
  const body = Buffer.concat([Buffer.from(type), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}

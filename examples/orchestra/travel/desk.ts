/** A travel desk as an MCP server: each booking is a line of the file in the variable BOOKINGS. */
import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { Environment, tool } from '@timestep-ai/timestep';
import * as z from 'zod';

const file = process.env['BOOKINGS'] ?? 'bookings.jsonl';

interface Booking {
  readonly booking: number;
  readonly key: string;
  readonly to: string;
  readonly day: string;
}

function readBookings(): Booking[] {
  if (!existsSync(file)) return [];
  const lines = readFileSync(file, 'utf8').trimEnd().split('\n');
  return lines.map((line) => JSON.parse(line) as Booking);
}

const book = tool({
  description: 'Books a journey.',
  input: z.object({ to: z.string(), day: z.string() }),
  // An interrupted call is repeated with the same key, so a repeated booking is detected.
  replay: 'key',
  execute({ to, day }, { key }) {
    const known = readBookings();
    const found = known.find((one) => one.key === key);
    if (found) return found;
    const booking: Booking = { booking: known.length + 1, key, to, day };
    appendFileSync(file, `${JSON.stringify(booking)}\n`);
    return booking;
  },
});

const environment = new Environment({ environmentId: 'desk', enableHandoff: false });
await environment.tool('book', book).run('stdio');

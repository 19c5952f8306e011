/** A travel desk, as an MCP server: each booking is a line of the file that BOOKINGS names. */
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

function bookings(): Booking[] {
  if (!existsSync(file)) return [];
  const lines = readFileSync(file, 'utf8').trimEnd().split('\n');
  return lines.map((line) => JSON.parse(line) as Booking);
}

const book = tool({
  description: 'Books a journey.',
  input: z.object({ to: z.string(), day: z.string() }),
  // A call that was cut off is made again with its key, which is booked already or not.
  replay: 'key',
  execute({ to, day }, { key }) {
    const known = bookings();
    const found = known.find((one) => one.key === key);
    if (found) return found;
    const booking: Booking = { booking: known.length + 1, key, to, day };
    appendFileSync(file, `${JSON.stringify(booking)}\n`);
    return booking;
  },
});

const environment = new Environment({ environmentId: 'desk', enableHandoff: false });
await environment.tool('book', book).run('stdio');

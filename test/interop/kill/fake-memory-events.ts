/** Preloaded: reads the kernel's count of kills for want of memory from the file `MEMORY_EVENTS`. */
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';

const read = fs.readFileSync;
const fake = process.env['MEMORY_EVENTS'] ?? '';

fs.readFileSync = ((path: Parameters<typeof read>[0], options?: never) => {
  const isEvents = typeof path === 'string' && path.endsWith('/memory.events');
  return read(isEvents ? fake : path, options);
}) as typeof read;
syncBuiltinESMExports();

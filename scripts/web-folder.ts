/**
 * Prints the folder of the built page. `timestep serve` in a clone runs this script at the first
 * request for the page.
 */
import { join } from 'node:path';
import { buildWebOnce } from './web/web-build.ts';

console.log(buildWebOnce(join(import.meta.dirname, '..')));

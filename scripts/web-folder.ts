/** Prints the folder of the built page; `timestep serve` in a clone runs it when the page is first asked for. */
import { join } from 'node:path';
import { builtWeb } from './web/web-build.ts';

console.log(builtWeb(join(import.meta.dirname, '..')));

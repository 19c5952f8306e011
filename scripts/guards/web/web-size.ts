/**
 * Checks the number of bytes that a browser loads for the shipped page, and that nothing is loaded
 * from other sites.
 */
import { join } from 'node:path';
import { checkWebSize, measureWeb } from '../../web/web-size.ts';

const size = measureWeb(join(import.meta.dirname, '../../../packages/timestep/dist/ui'));
const problems = checkWebSize(size);
console.log(
  `web-size: ${size.files} files, ${size.initial} bytes at once, ${size.inAll} in all (gzip); ${size.report} in every report`,
);
for (const problem of problems) console.error(`  ${problem}`);
if (problems.length > 0) process.exitCode = 1;

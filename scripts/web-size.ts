/** Holds how much a browser loads of the page that the package ships, and that all of it is its own. */
import { join } from 'node:path';
import { problemsOfWeb, webSizeIn } from './web/web-size.ts';

const size = webSizeIn(join(import.meta.dirname, '../packages/timestep/dist/ui'));
const problems = problemsOfWeb(size);
console.log(
  `web-size: ${size.files} files, ${size.initial} bytes at once, ${size.inAll} in all (gzip); ${size.report} in every report`,
);
for (const problem of problems) console.error(`  ${problem}`);
if (problems.length > 0) process.exitCode = 1;

/** `npm run test:load`: see `--help`. Exits with 1 if a check fails. */
import { load } from './load.ts';
import { HELP, parametersIn } from './parameters.ts';
import { reportOf } from './report.ts';

const parsed = parametersIn(process.argv.slice(2));
switch (parsed.kind) {
  case 'help':
    process.stdout.write(HELP);
    break;
  case 'problem':
    process.stderr.write(`${parsed.problem}\n`);
    process.exitCode = 2;
    break;
  case 'load': {
    const results = await load(parsed.parameters, (name) => process.stderr.write(`${name} …\n`));
    process.stdout.write(reportOf(results));
    if (parsed.parameters.json) process.stdout.write(`${JSON.stringify(results)}\n`);
    if (results.some(({ problems }) => problems.length > 0)) process.exitCode = 1;
  }
}

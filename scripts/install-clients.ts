/** Installs official implementations in Python for the tests that speak with them, unless they are there. */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import {
  PYTHON_CLIENTS,
  PYTHON_PACKAGES,
  pythonWithClients,
  pythonWithOtlp,
  pythonWithTracing,
} from '../test/interop/python-clients.ts';

const STEPS: readonly (readonly [command: string, ...args: string[]])[] = [
  ['python3', '-m', 'venv', PYTHON_CLIENTS],
  [join(PYTHON_CLIENTS, 'bin/pip'), 'install', '--quiet', ...PYTHON_PACKAGES],
];

const has = (): boolean =>
  [pythonWithClients(), pythonWithOtlp(), pythonWithTracing()].every(Boolean);
if (has()) {
  console.log('clients: they are here');
} else {
  const failed = STEPS.find(
    ([command, ...args]) => spawnSync(command, args, { stdio: 'inherit' }).status !== 0,
  );
  if (!failed && has()) {
    console.log('clients: installed');
  } else {
    console.error('clients: not installed; they need python3 of 3.10 or newer, with venv and pip');
    process.exitCode = 1;
  }
}

export { describeExit, type ProcessCommand, type ProcessExit } from './process-command.ts';
export { ProcessError, type ProcessErrorCode } from './process-error.ts';
export { runInTerminal } from './run-in-terminal.ts';
export { runToEnd } from './run-to-end.ts';
export { runToEndSync } from './run-to-end-sync.ts';
export { startProcess, type StartedProcess } from './start-process.ts';
export { settlesWithin } from './settles-within.ts';

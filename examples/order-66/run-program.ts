import { createLog, type Log, type Service } from './log.ts';

/** Runs a service. If it fails, logs the error as one line and exits with code 1. */
export async function runProgram(
  service: Service,
  run: (log: Log) => Promise<void>,
): Promise<void> {
  const log = createLog(service);
  try {
    await run(log);
  } catch (thrown) {
    const reason = thrown instanceof Error ? thrown.message : String(thrown);
    log('service_error', { level: 'error', reason });
    process.exit(1);
  }
}

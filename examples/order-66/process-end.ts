/**
 * Resolves when the process receives a termination signal, or when its parent process has ended, so
 * that no process outlives a killed supervisor.
 */
export async function waitForEnd(): Promise<void> {
  await new Promise<void>((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => resolve());
    if (process.channel) process.once('disconnect', () => resolve());
  });
  // An open channel would keep the process running.
  if (process.connected) process.disconnect();
}

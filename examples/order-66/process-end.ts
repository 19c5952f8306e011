/**
 * Resolves when the process receives a signal to end, or when the process that started it is gone: nothing is
 * left running behind a supervisor that was killed.
 */
export async function endsWithParent(): Promise<void> {
  await new Promise<void>((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => resolve());
    if (process.channel) process.once('disconnect', () => resolve());
  });
  // The channel would keep the process from ending by itself.
  if (process.connected) process.disconnect();
}

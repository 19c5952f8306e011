import type { ConnectOptions } from '../connect/connect.ts';
import { connectEnvironment } from '../connect/connect-environment.ts';

/** Some servers require a token only when tools are listed. */
export async function authorizeByListingTools(
  url: string | URL,
  provider: Pick<ConnectOptions, 'authProvider' | 'authorized' | 'trustedIssuers'>,
  signal: AbortSignal,
): Promise<void> {
  const environment = await connectEnvironment({ url }, { ...provider, patienceMs: 0 });
  try {
    await environment.listTools(signal);
  } finally {
    await environment.close();
  }
}

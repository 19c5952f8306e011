import type { Backend, ServedAgent, StoredTasks } from '../port/index.ts';
import { CommandError } from './command-error.ts';

/** What the package for Temporal opens; it is installed beside this one by those who want it. */
interface TemporalPackage {
  openTemporal(options: {
    readonly agents: readonly ServedAgent[];
    readonly database: string;
    readonly works: boolean;
    readonly address?: string;
    readonly namespace?: string;
    readonly taskQueue?: string;
    readonly apiKey?: string;
    readonly deployment?: { readonly name: string; readonly buildId: string };
    readonly onError?: (thrown: unknown) => void;
  }): Promise<Backend>;
  openStoredTasks(
    database: string,
    access: 'read' | 'write',
  ): Promise<StoredTasks & { close(): Promise<void> }>;
}

const PACKAGE = '@timestep/temporal';

export async function temporalPackage(): Promise<TemporalPackage> {
  // Asked for by a name that is not known before: who does not use Temporal does not install it.
  const name: string = PACKAGE;
  try {
    return (await import(name)) as TemporalPackage;
  } catch (thrown) {
    if (!(thrown instanceof Error && 'code' in thrown && thrown.code === 'ERR_MODULE_NOT_FOUND')) {
      throw thrown;
    }
    throw new CommandError('not-installed', `Temporal needs a package: npm install ${PACKAGE}`);
  }
}

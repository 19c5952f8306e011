import type { AgentInterface } from '../a2a/index.ts';
import { CommandError, usage } from './command-error.ts';
import { isNotThere } from './is-not-there.ts';
import { textOf, type Option, type OptionValues } from './command.ts';
import { readPort } from './quantity.ts';

export const GRPC_OPTION: Option = {
  type: 'string',
  value: 'N',
  about: 'A2A over gRPC as well, on this machine; needs @timestep-ai/grpc',
};

/** A server of gRPC that answers with what is served over HTTP. */
export interface ServedGrpc {
  /** Its host and port. */
  readonly address: string;
  readonly interfaces: readonly Omit<AgentInterface, 'tenant'>[];
  /** From now on calls are answered. */
  readonly answerWith: (fetch: Fetch) => void;
  readonly close: (graceMs: number) => Promise<void>;
}

type Fetch = (request: Request) => Promise<Response> | Response;

/** What is used of the package. */
interface GrpcPackage {
  readonly serveGrpc: (options: { readonly fetch: Fetch; readonly port: number }) => Promise<{
    readonly address: string;
    readonly close: (graceMs: number) => Promise<void>;
  }>;
}

const PACKAGE = '@timestep-ai/grpc';

/** Listens where the options say so. Throws `CommandError`. */
export async function servedGrpc(values: OptionValues): Promise<ServedGrpc | undefined> {
  const port = textOf(values, 'grpc-port');
  if (port === undefined) return undefined;
  if (textOf(values, 'host') !== undefined) {
    const say =
      'without --host, or in a program with `serveGrpc` of @timestep-ai/grpc and certificates';
    throw usage(`--grpc-port listens on this machine alone: use it ${say}`);
  }
  const { serveGrpc } = await loaded();
  const begun = Promise.withResolvers<Fetch>();
  const { address, close } = await serveGrpc({
    fetch: async (request) => (await begun.promise)(request),
    port: readPort(port),
  });
  return {
    address,
    interfaces: [{ url: address, protocolBinding: 'GRPC', protocolVersion: '1.0' }],
    answerWith: begun.resolve,
    close,
  };
}

async function loaded(): Promise<GrpcPackage> {
  try {
    return (await import(PACKAGE)) as GrpcPackage;
  } catch (thrown) {
    if (!isNotThere(thrown)) throw thrown;
    const message = `--grpc-port needs a package: npm install ${PACKAGE}`;
    throw new CommandError('not-installed', message, { cause: thrown });
  }
}

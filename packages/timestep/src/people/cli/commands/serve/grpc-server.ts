import type { AgentInterface } from '#protocols/a2a';
import { CommandError, createUsageError } from '../../command-error.ts';
import { isModuleMissing } from '../../backends/backends.ts';
import type { Option, OptionValues } from '../../command.ts';
import { parsePort } from '../../options/quantity.ts';

export const GRPC_OPTION: Option = {
  value: 'N',
  about: 'port for A2A over gRPC on localhost; requires @timestep-ai/grpc',
};

/** A gRPC server that forwards calls to the HTTP handler. */
export interface ServedGrpc {
  readonly address: string;
  readonly interfaces: readonly Omit<AgentInterface, 'tenant'>[];
  /** Sets the HTTP handler. Calls wait until it is set. */
  readonly setHandler: (fetch: Fetch) => void;
  readonly close: (graceMs: number) => Promise<void>;
}

type Fetch = (request: Request) => Promise<Response> | Response;

type GrpcServer = Pick<ServedGrpc, 'address' | 'close'>;
interface GrpcPackage {
  readonly serveGrpc: (options: { fetch: Fetch; port: number }) => Promise<GrpcServer>;
}

const PACKAGE = '@timestep-ai/grpc';

export async function startGrpcServer(values: OptionValues): Promise<ServedGrpc | undefined> {
  const port = values.text('grpc-port');
  if (port === undefined) return undefined;
  if (values.text('host') !== undefined) {
    const advice =
      'omit --host, or use `serveGrpc` of @timestep-ai/grpc with certificates in a program';
    throw createUsageError(`--grpc-port listens on localhost only: ${advice}`);
  }
  const { serveGrpc } = await importGrpcPackage();
  const handler = Promise.withResolvers<Fetch>();
  const { address, close } = await serveGrpc({
    fetch: async (request) => (await handler.promise)(request),
    port: parsePort(port),
  });
  return {
    address,
    interfaces: [{ url: address, protocolBinding: 'GRPC', protocolVersion: '1.0' }],
    setHandler: handler.resolve,
    close,
  };
}

async function importGrpcPackage(): Promise<GrpcPackage> {
  try {
    return (await import(PACKAGE)) as GrpcPackage;
  } catch (thrown) {
    if (!isModuleMissing(thrown)) throw thrown;
    const message = `--grpc-port requires a package: npm install ${PACKAGE}`;
    throw new CommandError('not-installed', message, { cause: thrown });
  }
}

import { randomUUID } from 'node:crypto';
import { systemClock } from '#engine/runner';
import type { Mount, Protocol } from '#serving/server';
import { createApiErrorResponse, handleApiRequest } from './api/handle-api-request.ts';
import { openRunFolders } from './evals/run-folders.ts';
import { createRunStarter, type EvalSources, type SuiteRunner } from './evals/run-starter.ts';
import type { AgentFolders } from './agent-creation/create-agent.ts';
import { createEnvironmentOpener } from './environments/open-environments.ts';
import type { PageContext } from './page-context.ts';
import { createAppFrames } from './apps/app-frames.ts';
import { createPeerConnections } from './peers/open-peers.ts';
import { createTaskSummaryCache } from './task-summary.ts';
import {
  createPageAuthentication,
  getConversationPrincipal,
  isOperator,
  type PageAccess,
} from './page-access.ts';
import type { StoreMaintenance } from './maintenance/store-maintenance.ts';
import { respondWithPageFile, createUnavailableResponse, type PageFiles } from './page-files.ts';
import { loadShippedPage } from './shipped-page.ts';

/** Options for serving the page. */
export interface PageOptions {
  readonly access: PageAccess;
  /** Loads the page files on the first request, such as `loadShippedPage`. */
  readonly files: () => Promise<PageFiles>;
  /** Folder of eval runs, as written by `timestep run --outdir`. Default: none. */
  readonly runs?: string | undefined;
  /**
   * Evaluation suites and agents that operators can run; results are written to the folder `runs`. Default:
   * none.
   */
  readonly evals?: EvalSources | undefined;
  /** Folders in which operators can create agents. Default: none. */
  readonly agentFolders?: AgentFolders | undefined;
  /** Database maintenance for operators. Default: none. */
  readonly maintenance?: StoreMaintenance | undefined;
  /** Kills the process, for demonstrations: the page then has a button for it. Default: none. */
  readonly kill?: (() => void) | undefined;
}

/** Serves the page at `/ui`, and its data for operators at `/ui/api`. */
export function createPageProtocol(options: PageOptions): Protocol {
  const { access, files } = options;
  const authenticate = createPageAuthentication(access);
  return (site) => {
    const evals = createRunReaderAndStarter(options, site.onError);
    const context: PageContext = {
      site,
      clock: systemClock,
      newId: randomUUID,
      lines: createTaskSummaryCache(site.tasks),
      environments: createEnvironmentOpener(site.agents),
      peers: createPeerConnections(
        {
          allowedHosts: site.allowedPushHosts ?? [],
          // Users of a launch token are on this machine, so they could call loopback addresses anyway.
          allowsLoopback: access.kind === 'token',
        },
        Date.now,
      ),
      // MCP Apps run at another name of this machine, as another origin. Only local pages have one.
      appFrames: access.kind === 'token' ? createAppFrames() : undefined,
      agentFolders: options.agentFolders,
      maintenance: options.maintenance,
      kill: options.kill,
      ...evals,
    };
    const ending = new AbortController();
    let reading: Promise<PageFiles> | undefined;
    async function servePageFile(request: Request): Promise<Response | undefined> {
      reading ??= files();
      try {
        return respondWithPageFile(await reading, request);
      } catch (thrown) {
        reading = undefined;
        site.onError(thrown);
        return createUnavailableResponse(
          thrown instanceof Error ? thrown.message : 'the page files could not be loaded',
        );
      }
    }
    const page: Mount = {
      prefix: '/ui',
      open: (request) => (isApiRequest(request) ? undefined : servePageFile(request)),
    };
    const apps: Mount = {
      prefix: '/ui/app',
      open: (request) => context.appFrames?.respond(request),
    };
    const data: Mount = {
      prefix: '/ui/api',
      isUnlimited: true,
      ...(authenticate && { authenticate }),
      answer: (request, { principal }) =>
        isOperator(access, principal)
          ? handleApiRequest(request, {
              ...context,
              ending: ending.signal,
              caller: getConversationPrincipal(access, principal),
            })
          : createApiErrorResponse(403, 'forbidden', 'this key does not allow access to the page'),
    };
    return {
      mounts: [page, data, apps],
      async close() {
        ending.abort();
        const { environments, peers } = context;
        await Promise.all([evals.runStarter?.close(), environments.close(), peers.close()]);
      },
    };
  };
}

function createRunReaderAndStarter(
  { runs, evals }: PageOptions,
  onError: (thrown: unknown) => void,
): Pick<PageContext, 'runs' | 'runStarter'> {
  if (runs === undefined) return {};
  const load = async (): Promise<SuiteRunner> =>
    (await import('./evals/eval-imports.ts')).runPreparedSuite;
  return {
    runs: openRunFolders(runs),
    ...(evals && { runStarter: createRunStarter(runs, evals, load, onError) }),
  };
}

function isApiRequest({ url }: Request): boolean {
  const { pathname } = new URL(url);
  return pathname === '/ui/api' || pathname.startsWith('/ui/api/');
}

/** A value for the `protocols` option of `serve` that serves the page, and the URL of the page. */
export interface ServedPage {
  /** Value for the `protocols` option of `serve`. */
  readonly protocol: Protocol;
  /** Returns the URL of the page. Its fragment holds the access token; browsers do not send it. */
  readonly address: (url: string) => string;
}

/** Creates the `protocols` entry that serves the page included in this package. */
export function createServedPage(
  access: PageAccess,
  options: Pick<PageOptions, 'evals' | 'runs' | 'agentFolders' | 'maintenance' | 'kill'> = {},
): ServedPage {
  const fragment = access.kind === 'token' ? `#token=${encodeURIComponent(access.token)}` : '';
  return {
    protocol: createPageProtocol({ ...options, access, files: loadShippedPage }),
    address: (url) => `${url.replace(/\/$/, '')}/ui/${fragment}`,
  };
}

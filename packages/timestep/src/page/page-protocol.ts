import { systemClock } from '../runner/index.ts';
import type { Clock } from '../port/index.ts';
import type { Mount, Protocol } from '../server/index.ts';
import { apiAnswer } from './api/api-answer.ts';
import { openRunFolders } from './evals/run-folders.ts';
import { createRunStarts, type EvalSources, type RunPrepared } from './evals/run-starts.ts';
import type { AgentPlaces } from './making/agent-places.ts';
import { pageContext, type PageContext } from './page-context.ts';
import { authenticationFor, callerOf, isOperator, type PageAccess } from './page-access.ts';
import type { StoreUpkeep } from './upkeep/store-upkeep.ts';
import { fileAnswer, noticeAnswer, type PageFiles } from './page-files.ts';

/** How a page is served. */
export interface PageOptions {
  readonly access: PageAccess;
  /** Its files, asked for with the first request; `shippedPage` has those of the package. */
  readonly files: () => Promise<PageFiles>;
  /** Default: the clock of the machine. */
  readonly clock?: Clock;
  /** A folder with runs of evals, a folder each, as `timestep run --outdir` writes them. Default: none. */
  readonly runs?: string | undefined;
  /** What operators may start runs of, into that folder. Default: nothing. */
  readonly evals?: EvalSources | undefined;
  /** Where operators may make agents. Default: nowhere. */
  readonly places?: AgentPlaces | undefined;
  /** How operators look after the database. Default: they cannot. */
  readonly upkeep?: StoreUpkeep | undefined;
}

/** The page at `/ui`: its files, which hold no secrets, and below `/ui/api` its data, for operators. */
export function pageProtocol(options: PageOptions): Protocol {
  const { access, files } = options;
  const authenticate = authenticationFor(access);
  return (site) => {
    const evals = evalsOf(options, site.onError);
    const context = pageContext(site, options.clock ?? systemClock, {
      ...evals,
      places: options.places,
      upkeep: options.upkeep,
    });
    const ending = new AbortController();
    let reading: Promise<PageFiles> | undefined;
    async function fromFiles(request: Request): Promise<Response | undefined> {
      reading ??= files();
      try {
        return fileAnswer(await reading, request);
      } catch (thrown) {
        reading = undefined;
        site.onError(thrown);
        return noticeAnswer(thrown instanceof Error ? thrown.message : 'the page is not there');
      }
    }
    const page: Mount = {
      prefix: '/ui',
      open: (request) => (isData(request) ? undefined : fromFiles(request)),
    };
    const data: Mount = {
      prefix: '/ui/api',
      isUnlimited: true,
      ...(authenticate && { authenticate }),
      answer: (request, { principal }) =>
        isOperator(access, principal)
          ? apiAnswer(request, {
              ...context,
              ending: ending.signal,
              caller: callerOf(access, principal),
            })
          : Response.json(
              { error: { code: 'forbidden', message: 'this key is not for the page' } },
              { status: 403 },
            ),
    };
    return {
      mounts: [page, data],
      async close() {
        ending.abort();
        await Promise.all([evals.starts?.close(), context.environments.close()]);
      },
    };
  };
}

function evalsOf(
  { runs, evals }: PageOptions,
  onError: (thrown: unknown) => void,
): Pick<PageContext, 'runs' | 'starts'> {
  if (runs === undefined) return {};
  const load = async (): Promise<RunPrepared> =>
    (await import('./evals/evaluation.ts')).runPrepared;
  return {
    runs: openRunFolders(runs),
    ...(evals && { starts: createRunStarts(runs, evals, load, onError) }),
  };
}

function isData({ url }: Request): boolean {
  const { pathname } = new URL(url);
  return pathname === '/ui/api' || pathname.startsWith('/ui/api/');
}

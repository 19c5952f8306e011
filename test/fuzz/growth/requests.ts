import { API_ROUTES } from '../../../packages/timestep/src/people/page/api/api-routes.ts';
import { SEEDS, type Seed } from '../seeds.ts';

/** Lists and searches, with what people filter by. */
const QUERIES: readonly string[] = [
  '/ui/api/tasks?state=failed',
  '/ui/api/tasks?state=completed',
  '/ui/api/tasks?agent=fuzzed',
  '/ui/api/tasks?principal=fuzz',
  '/ui/api/tasks?principal=fuzz&agent=fuzzed&state=canceled',
  '/ui/api/tasks?isAsked=false',
  '/ui/api/tasks?entry=mcp&isAsked=false',
  '/ui/api/tasks?sort=start',
  '/ui/api/tasks?sort=duration&isAsked=false',
  '/ui/api/tasks?sort=tokens&agent=fuzzed',
  '/ui/api/tasks?sort=cost&state=failed',
  '/ui/api/tasks?sort=cost&entry=mcp&isAsked=false&from=100',
  '/ui/api/tasks?text=nothing',
  '/ui/api/tasks?context={task}',
];

/** Routes of the page that read no lists of tasks: evals, files, models, connections, and parts of one step. */
const LEFT_OUT = /evals|corpus|\/models|\/files|messages\/:|\/peers\/:|\/step\/tools/;

/** Lists one request for each route of the protocols, and for each route of the page that reads. */
export function listRequests(): readonly Seed[] {
  const reads = Object.keys(API_ROUTES)
    .filter((route) => route.startsWith('GET ') && !LEFT_OUT.test(route))
    .map((route) => addPlaces(`/ui/api${route.slice('GET '.length)}`));
  return [
    ...SEEDS,
    { route: 'metrics', method: 'GET', path: '/metrics' },
    ...[...reads, ...QUERIES].map((path) => ({ route: `GET ${path}`, method: 'GET', path })),
  ];
}

function addPlaces(path: string): string {
  if (path.startsWith('/ui/api/chats/'))
    return `${path.replace(':id', 'conversation')}?agent=fuzzed`;
  if (path.endsWith('/resource')) return `${path.replaceAll(/:\w+/g, 'fuzzed')}?uri=notes://one`;
  if (path.endsWith('/step')) return `${path.replace(':id', '{task}')}?row=mark/1/`;
  return path.replace('/tasks/:id', '/tasks/{task}').replaceAll(/:\w+/g, 'fuzzed');
}

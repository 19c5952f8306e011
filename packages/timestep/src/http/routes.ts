/** The route of a request. */
export interface RouteMatch<Target> {
  /** Undefined if the path exists, but not for this method. */
  readonly target: Target | undefined;
  /** Decoded segments of the path, by the names in the pattern. */
  readonly params: Readonly<Record<string, string>>;
  /** The methods of the path, for the header `allow`. */
  readonly allow: readonly string[];
}

/** Finds the route of a request. Undefined if no pattern matches the path. */
export type FindRoute<Target> = (method: string, path: string) => RouteMatch<Target> | undefined;

/** The targets of a pattern by method, and the names of its parameters. */
interface Route<Target> {
  readonly pattern: RegExp;
  readonly names: readonly string[];
  readonly targets: Map<string, Target>;
  readonly methods: string[];
}

/**
 * Creates a router from targets by method and path, such as `GET /tasks/:id`. `:name` matches one
 * segment, or its beginning as in `/tasks/:id:cancel`; `*name` matches the rest of the path; `/?` at
 * the end allows a slash. A path without parameters comes first, then the first pattern that matches.
 */
export function createRoutes<Target>(targets: Readonly<Record<string, Target>>): FindRoute<Target> {
  const fixed = new Map<string, Route<Target>>();
  const routes = new Map<string, Route<Target>>();
  for (const [key, target] of Object.entries(targets)) {
    const [method = '', path = ''] = key.split(' ');
    const route = routes.get(path) ?? createRoute<Target>(path);
    route.targets.set(method, target);
    route.methods.push(method);
    routes.set(path, route);
    if (route.names.length === 0) {
      const plain = path.replace(/\/\?$/, '');
      fixed.set(plain, route);
      if (plain !== path) fixed.set(`${plain}/`, route);
    }
  }
  const patterns = [...routes.values()].filter(({ names }) => names.length > 0);
  return (method, path) => {
    const plain = fixed.get(path);
    if (plain) return createMatch(plain, method, NO_PARAMS);
    for (const route of patterns) {
      const found = route.pattern.exec(path);
      if (found) return createMatch(route, method, readParams(route, found));
    }
    return undefined;
  };
}

const NO_PARAMS = {};

function createRoute<Target>(path: string): Route<Target> {
  const names: string[] = [];
  const segments = path.replace(/\/\?$/, '').split('/');
  const sources = segments.map((segment) => {
    const [, sign, name, suffix] = /^([:*])(\w+)(.*)$/.exec(segment) ?? [];
    if (name === undefined || suffix === undefined) return RegExp.escape(segment);
    names.push(name);
    return (sign === ':' ? '([^/]+)' : '(.+)') + RegExp.escape(suffix);
  });
  const pattern = new RegExp(`^${sources.join('/')}${path.endsWith('/?') ? '/?' : ''}$`);
  return { pattern, names, targets: new Map(), methods: [] };
}

function createMatch<Target>(
  { targets, methods }: Route<Target>,
  method: string,
  params: RouteMatch<Target>['params'],
): RouteMatch<Target> {
  return { target: targets.get(method), params, allow: methods };
}

function readParams(
  { names }: Route<unknown>,
  values: RegExpExecArray,
): Readonly<Record<string, string>> {
  const params: Record<string, string> = {};
  for (const [index, name] of names.entries())
    params[name] = decodeSegment(values[index + 1] ?? '');
  return params;
}

/** Decodes a segment of a path. A segment that is encoded wrongly is returned unchanged. */
function decodeSegment(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

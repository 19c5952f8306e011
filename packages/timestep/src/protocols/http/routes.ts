/** The route that a router found for a request. */
export interface RouteMatch<Target> {
  /** Target of the route. Undefined if the path exists, but does not support the method. */
  readonly target: Target | undefined;
  /** Decoded segments of the path, by the names in the pattern. */
  readonly params: Readonly<Record<string, string>>;
  /** Methods that the path supports, for the header `allow`. */
  readonly allow: readonly string[];
}

/** Finds the route of a request. Undefined if no pattern matches the path. */
export type FindRoute<Target> = (method: string, path: string) => RouteMatch<Target> | undefined;

interface Route<Target> {
  readonly segments: readonly Segment[];
  readonly targets: Map<string, Target>;
  readonly methods: string[];
}

/** Part of a path pattern: text, or a parameter with the text that ends it. */
type Segment = string | { readonly name: string; readonly end: string; readonly isRest: boolean };

/**
 * Creates a router from targets by method and path, such as `GET /tasks/:id`. `:name` matches one
 * segment, or its beginning as in `/tasks/:id:cancel`; `*name` matches the rest of the path; `/?` at
 * the end allows a slash. A path without parameters comes first, then the first pattern that matches.
 */
export function createRoutes<Target>(targets: Readonly<Record<string, Target>>): FindRoute<Target> {
  const fixed = new Map<string, Route<Target>>();
  const patterns = new Map<string, Route<Target>>();
  for (const [key, target] of Object.entries(targets)) {
    const [method = '', pattern = ''] = key.split(' ');
    const plain = pattern.replace(/\/\?$/, '');
    for (const path of pattern === plain ? [plain] : [plain, `${plain}/`]) {
      const segments = path.split('/').map(parsePatternSegment);
      const routes = segments.every((one) => typeof one === 'string') ? fixed : patterns;
      const route: Route<Target> = routes.get(path) ?? {
        segments,
        targets: new Map(),
        methods: [],
      };
      route.targets.set(method, target);
      route.methods.push(method);
      routes.set(path, route);
    }
  }
  return (method, path) => {
    const plain = fixed.get(path);
    if (plain) return createMatch(plain, method, NO_PARAMS);
    const given = path.split('/');
    for (const route of patterns.values()) {
      const params = matchSegments(route.segments, given);
      if (params) return createMatch(route, method, params);
    }
    return undefined;
  };
}

type Params = Readonly<Record<string, string>>;

const NO_PARAMS: Params = {};

function parsePatternSegment(text: string): Segment {
  if (!/^[:*]/.test(text)) return text;
  const colon = text.indexOf(':', 1);
  const end = colon === -1 ? text.length : colon;
  return { name: text.slice(1, end), end: text.slice(end), isRest: text.startsWith('*') };
}

function createMatch<Target>(
  { targets, methods }: Route<Target>,
  method: string,
  params: Params,
): RouteMatch<Target> {
  return { target: targets.get(method), params, allow: methods };
}

function matchSegments(segments: readonly Segment[], given: readonly string[]): Params | undefined {
  const last = segments.at(-1);
  const isOpen = typeof last === 'object' && last.isRest;
  if (isOpen ? given.length < segments.length : given.length !== segments.length) return undefined;
  const params: Record<string, string> = {};
  for (const [index, segment] of segments.entries()) {
    const value = given[index] ?? '';
    if (typeof segment === 'string') {
      if (segment !== value) return undefined;
      continue;
    }
    const { name, end, isRest } = segment;
    const text = isRest ? given.slice(index).join('/') : value;
    if (text.length <= end.length || !text.endsWith(end)) return undefined;
    params[name] = decodePathSegment(text.slice(0, text.length - end.length));
  }
  return params;
}

/** Decodes a segment of a path. If it is encoded wrongly, it is returned unchanged. */
function decodePathSegment(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

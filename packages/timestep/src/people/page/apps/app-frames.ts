import { createHash, randomBytes } from 'node:crypto';
import { buildAppPolicy, type AppOrigins } from './app-policy.ts';

/** An MCP App: its document, and the origins that it declares. */
interface McpApp {
  readonly html: string;
  readonly origins: AppOrigins;
}

/** The documents of apps, each at an address that cannot be guessed. */
export interface AppFrames {
  /** Stores an app, and returns the path of its frame. The oldest apps are forgotten. */
  add(app: McpApp): string;
  /** Responds to requests below `/ui/app`. Undefined for others. */
  respond(request: Request): Response | undefined;
}

const PREFIX = '/ui/app/';
const MOST_APPS = 32;

/**
 * The frame around an app (SEP-1865, Sandbox proxy). It passes messages on between the page and the app, and lets the
 * app be nowhere else: `frame-src` names only the address of the app.
 */
const PROXY = `
const host = window.parent;
const app = document.querySelector('iframe');
const isReserved = (data) => String(data?.method).startsWith('ui/notifications/sandbox-');
addEventListener('message', ({ source, data }) => {
  if (source === host) {
    if (data?.method === 'ui/notifications/sandbox-resource-ready') app.src = location.pathname + '/view';
    else if (!isReserved(data)) app.contentWindow.postMessage(data, '*');
  } else if (source === app.contentWindow && !isReserved(data)) host.postMessage(data, '*');
});
host.postMessage({ jsonrpc: '2.0', method: 'ui/notifications/sandbox-proxy-ready', params: {} }, '*');
`;
const STYLE =
  'html,body{margin:0;height:100%}iframe{border:0;width:100%;height:100%;display:block}';
const FRAME = `<!doctype html><html lang="en"><title>App</title><style>${STYLE}</style><body><iframe title="App" sandbox="allow-scripts"></iframe><script>${PROXY}</script></body></html>`;

const digest = (text: string): string =>
  `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

export function createAppFrames(): AppFrames {
  const apps = new Map<string, McpApp>();
  return {
    add(app) {
      const id = randomBytes(24).toString('base64url');
      apps.set(id, app);
      const [oldest] = apps.keys();
      if (apps.size > MOST_APPS && oldest !== undefined) apps.delete(oldest);
      return PREFIX + id;
    },
    respond(request) {
      const url = new URL(request.url);
      if (request.method !== 'GET' || !url.pathname.startsWith(PREFIX)) return undefined;
      const [id = '', part, rest] = url.pathname.slice(PREFIX.length).split('/');
      const app = apps.get(id);
      if (!app || rest !== undefined) return createHtmlResponse('', "default-src 'none'", 404);
      if (part === 'view') return createHtmlResponse(app.html, buildAppPolicy(app.origins));
      if (part !== undefined) return createHtmlResponse('', "default-src 'none'", 404);
      return createHtmlResponse(FRAME, buildFramePolicy(url));
    },
  };
}

function buildFramePolicy({ origin, port, pathname }: URL): string {
  return [
    'sandbox allow-scripts',
    "default-src 'none'",
    `script-src ${digest(PROXY)}`,
    `style-src ${digest(STYLE)}`,
    `frame-src ${origin}${pathname}/view`,
    `frame-ancestors ${listLoopbackOrigins(port).join(' ')}`,
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
}

/** Returns the origins under which this machine reaches a port of itself. */
export function listLoopbackOrigins(port: string): readonly string[] {
  const end = port === '' ? '' : `:${port}`;
  return [`http://127.0.0.1${end}`, `http://localhost${end}`];
}

function createHtmlResponse(html: string, policy: string, status = 200): Response {
  return new Response(html, {
    status,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': policy,
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
    },
  });
}

import { readFile, readdir } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { isLoopback } from '#protocols/http';
import { listLoopbackOrigins } from './apps/app-frames.ts';

/** A built file of the page, held in memory. */
export interface PageFile {
  readonly type: string;
  readonly body: Uint8Array<ArrayBuffer>;
  /** Whether browsers can cache the file permanently, because its name contains a content hash. */
  readonly isImmutable: boolean;
}

/** Files of the page by their paths below `/ui/`. */
export type PageFiles = ReadonlyMap<string, PageFile>;

const MEDIA_TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
};

/** Reads the output folder of the page's build. */
export async function readPageFiles(folder: string): Promise<PageFiles> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  return new Map(
    await Promise.all(
      files.map(async ({ parentPath, name }): Promise<[string, PageFile]> => {
        const file = join(parentPath, name);
        const path = file.slice(join(folder, '/').length).replaceAll('\\', '/');
        const type = MEDIA_TYPES[extname(name)] ?? 'application/octet-stream';
        const body = new Uint8Array(await readFile(file));
        return [path, { type, body, isImmutable: path.startsWith('assets/') }];
      }),
    ),
  );
}

/**
 * Content security policy: only the page's own files and data, no inline scripts. Frames are only those of MCP Apps,
 * which are served under the other name of this machine.
 */
const CONTENT_SECURITY_POLICY: string = [
  "default-src 'self'",
  "img-src 'self' data: blob:",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

const HEADERS = {
  'content-security-policy': CONTENT_SECURITY_POLICY,
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
};

/** Responds with a file of the page, or with `index.html` for a path without extension. */
export function respondWithPageFile(
  files: PageFiles,
  { method, url }: Request,
): Response | undefined {
  if (method !== 'GET' && method !== 'HEAD') return undefined;
  const { pathname } = new URL(url);
  if (pathname === '/ui') return new Response(null, { status: 308, headers: { location: '/ui/' } });
  const path = pathname.slice('/ui/'.length);
  const isAsset = path.startsWith('assets/') || extname(path) !== '';
  const file = files.get(path) ?? (isAsset ? undefined : files.get('index.html'));
  if (!file) return undefined;
  const { hostname, port } = new URL(url);
  const frames = isLoopback(hostname)
    ? listLoopbackOrigins(port).map((origin) => `${origin}/ui/app/`)
    : ["'none'"];
  const policy = `${CONTENT_SECURITY_POLICY}; frame-src ${frames.join(' ')}`;
  const cache = file.isImmutable ? 'public, max-age=31536000, immutable' : 'no-cache';
  return new Response(method === 'HEAD' ? null : file.body, {
    headers: {
      ...HEADERS,
      'content-security-policy': policy,
      'content-type': file.type,
      'cache-control': cache,
    },
  });
}

/** Creates a plain text response for a page that cannot be loaded. */
export function createUnavailableResponse(message: string): Response {
  return new Response(`${message}\n`, {
    status: 503,
    headers: { ...HEADERS, 'content-type': 'text/plain; charset=utf-8' },
  });
}

import type { AppDocument } from '#engine/port';
import type { OpenedApp } from '#people/view';
import { ApiError } from '../api/api-route.ts';
import type { PageContext } from '../page-context.ts';
import type { AppFrames } from './app-frames.ts';
import { readAppOrigins } from './app-policy.ts';

/** Returns the frames of apps. Throws `ApiError` if the page has no second origin for them. */
export function requireAppFrames({ appFrames }: Pick<PageContext, 'appFrames'>): AppFrames {
  if (appFrames) return appFrames;
  const message =
    'apps are shown only if you open the page at the address that the server printed when it started';
  throw new ApiError(409, 'no-app', message);
}

/** Stores the document of an MCP App, and returns the path of its frame and the origins that it may use. */
export function addAppFrame(frames: AppFrames, { html, meta }: AppDocument): OpenedApp {
  const origins = readAppOrigins(meta);
  return { path: frames.add({ html, origins }), origins };
}

import { TimestepError } from '#core';
import type { PushTarget } from '#engine/port';
import type { SafePost } from '#protocols/http';
import type { Notification } from './notifications.ts';

export type Post = SafePost['post'];

/** The error thrown if a receiver responds but does not accept a notification. */
export class PushError extends TimestepError {
  declare readonly code: 'gone' | 'not-taken';
}

const REQUEST_MS = 10_000;
const GONE = 410;

/** Posts a notification. Rejects with `PushError` if the receiver responds with an error status. */
export async function postNotification(
  post: Post,
  target: PushTarget,
  notification: Notification,
  signal: AbortSignal,
): Promise<void> {
  const inTime = AbortSignal.any([signal, AbortSignal.timeout(REQUEST_MS)]);
  const headers = buildNotificationHeaders(target, notification);
  const status = await post(target.url, headers, notification.body, inTime);
  if (status >= 200 && status <= 299) return;
  const message = `${new URL(target.url).origin} answered a push notification with ${status}`;
  throw new PushError(status === GONE ? 'gone' : 'not-taken', message);
}

function buildNotificationHeaders(
  { token, authentication }: PushTarget,
  { id, contentType }: Notification,
): Record<string, string> {
  const { scheme, credentials } = authentication ?? {};
  return {
    'content-type': contentType,
    'x-a2a-notification-id': id,
    ...(token !== undefined && { 'x-a2a-notification-token': token }),
    ...(scheme !== undefined && {
      authorization: credentials === undefined ? scheme : `${scheme} ${credentials}`,
    }),
  };
}

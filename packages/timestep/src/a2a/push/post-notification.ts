import { TimestepError } from '../../core/index.ts';
import type { PushTarget } from '../../port/index.ts';
import type { Notification } from './notifications.ts';

/** Posts to an address; resolves with the status of the answer. */
export type Post = (
  url: string,
  headers: Readonly<Record<string, string>>,
  body: string,
  signal: AbortSignal,
) => Promise<number>;

/** A receiver answered, but did not take the notification. */
export class PushError extends TimestepError {
  declare readonly code: 'gone' | 'not-taken';
}

const REQUEST_MS = 10_000;
const GONE = 410;

/**
 * Posts one notification; rejects with `PushError` where the receiver answered but did not take it.
 */
export async function postNotification(
  post: Post,
  target: PushTarget,
  notification: Notification,
  signal: AbortSignal,
): Promise<void> {
  const inTime = AbortSignal.any([signal, AbortSignal.timeout(REQUEST_MS)]);
  const headers = headersOf(target, notification);
  const status = await post(target.url, headers, notification.body, inTime);
  if (status >= 200 && status <= 299) return;
  const message = `${new URL(target.url).origin} answered a push notification with ${status}`;
  throw new PushError(status === GONE ? 'gone' : 'not-taken', message);
}

function headersOf(
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

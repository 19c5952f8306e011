import { useRouter } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { counted, type WaitingTasks } from '@timestep-ai/timestep/view';
import { getJson } from '../api/api-client.ts';
import { useNotificationSwitch } from './notification-switch.ts';
import { formatTabTitle } from './tab-title.ts';

/** Milliseconds between two questions of a hidden tab, which has no stream, for the number of waiting tasks. */
const HIDDEN_INTERVAL_MS = 20_000;

interface WaitingSignalsProps {
  /** Number of tasks that wait for the user; undefined if it is not known yet. */
  readonly total: number | undefined;
  readonly onTotal: (total: number) => void;
}

/** Shows in the tab's title, and in notifications if the user has switched them on, that tasks wait for the user. */
export function WaitingSignals({ total, onTotal }: WaitingSignalsProps) {
  const pathname = usePathname();
  useEffect(() => {
    document.title = formatTabTitle(total ?? 0, pathname);
  }, [total, pathname]);
  useTotalOfHiddenTab(onTotal);
  useNotifications(total);
  return null;
}

/** The path of the open view, without the base path of the page. */
function usePathname(): string {
  const router = useRouter();
  const [pathname, setPathname] = useState(router.state.location.pathname);
  useEffect(
    () => router.subscribe('onResolved', ({ toLocation }) => setPathname(toLocation.pathname)),
    [router],
  );
  return pathname;
}

function useTotalOfHiddenTab(onTotal: (total: number) => void): void {
  useEffect(() => {
    let timer: ReturnType<typeof setInterval> | undefined;
    function readTotal(): void {
      // A failed request is repeated after the next interval.
      getJson<WaitingTasks>('/inbox').then(
        ({ total }) => onTotal(total),
        () => undefined,
      );
    }
    function startOrStop(): void {
      clearInterval(timer);
      if (document.hidden) timer = setInterval(readTotal, HIDDEN_INTERVAL_MS);
    }
    startOrStop();
    document.addEventListener('visibilitychange', startOrStop);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', startOrStop);
    };
  }, [onTotal]);
}

/** Notifies the user when more tasks wait than before and the page is not in use. */
function useNotifications(total: number | undefined): void {
  const [isOn] = useNotificationSwitch();
  const router = useRouter();
  const before = useRef<number>(undefined);
  useEffect(() => {
    const isMore = total !== undefined && before.current !== undefined && total > before.current;
    before.current = total ?? before.current;
    if (!isMore || !isOn || document.hasFocus()) return;
    showNotification(total, () => void router.navigate({ to: '/inbox' }));
  }, [total, isOn, router]);
}

function showNotification(total: number, openInbox: () => void): void {
  if (!('Notification' in globalThis) || Notification.permission !== 'granted') return;
  try {
    // Tabs that show the same notification replace it, as its tag is the same.
    const shown = new Notification('Timestep', {
      body: `${counted(total, 'task')} waiting for you`,
      tag: 'timestep-waiting',
    });
    shown.addEventListener('click', () => {
      globalThis.focus();
      openInbox();
      shown.close();
    });
  } catch {
    // Some browsers of phones allow notifications only to service workers. The title still counts.
  }
}

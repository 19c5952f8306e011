import { Link, Outlet, lazyRouteComponent } from '@tanstack/react-router';
import { Suspense, useEffect, useState, useSyncExternalStore } from 'react';
import { Command, Keyboard } from '../icons/icons.ts';
import { EmptyState, ErrorBoundary } from '../components/notices/notices.tsx';
import { KillButton } from './kill-button.tsx';
import { RAIL_ITEM, RailButton, RailName } from './rail-button.tsx';
import { SECTIONS } from './sections.ts';
import { SignIn } from './sign-in.tsx';
import { ThemeButton } from './theme.tsx';
import { useShortcuts } from './use-shortcuts.ts';
import { usePageServices } from '../api/page-services.ts';

const Palette = lazyRouteComponent(() => import('./command-dialogs.tsx'), 'CommandPalette');
const WaitingSignals = lazyRouteComponent(() => import('./waiting-signals.tsx'), 'WaitingSignals');
const ShortcutsDialog = lazyRouteComponent(
  () => import('./command-dialogs.tsx'),
  'ShortcutsDialog',
);

export function AppShell() {
  const [opened, setOpened] = useState<'palette' | 'keys'>();
  const openPalette = (): void => setOpened('palette');
  const openHelp = (): void => setOpened('keys');
  const close = (): void => setOpened(undefined);
  useShortcuts(openPalette, openHelp);
  const [waiting, setWaiting] = useWaitingTotal();
  return (
    <div className="flex h-full flex-col md:flex-row">
      <a
        href="#main"
        className="sr-only focus:not-sr-only focus:absolute focus:z-10 focus:bg-page focus:p-2"
      >
        Skip to the content
      </a>
      <header className="flex shrink-0 border-line bg-surface max-md:order-last max-md:border-t md:w-21 md:flex-col md:border-e">
        <span className="px-2 pt-3 pb-2 text-center text-xs font-semibold max-md:hidden">
          Timestep
        </span>
        <Navigation waiting={waiting} />
        <div className="flex md:mt-auto md:flex-col md:pb-2">
          <KillButton />
          <RailButton label="Commands" short="Find" icon={Command} onClick={openPalette} />
          <RailButton
            label="Shortcuts"
            short="Shortcuts"
            icon={Keyboard}
            onClick={openHelp}
            className="max-md:hidden"
          />
          <ThemeButton />
        </div>
      </header>
      <div className="flex min-h-0 min-w-0 flex-1 flex-col">
        <ConnectionBanner />
        <SignIn>
          <main id="main" tabIndex={-1} className="min-h-0 flex-1 overflow-auto outline-none">
            <ErrorBoundary>
              <Outlet />
            </ErrorBoundary>
          </main>
        </SignIn>
      </div>
      <Suspense>
        <WaitingSignals total={waiting} onTotal={setWaiting} />
      </Suspense>
      <Suspense>
        {opened === 'palette' && <Palette onClose={close} />}
        {opened === 'keys' && <ShortcutsDialog onClose={close} />}
      </Suspense>
    </div>
  );
}

function Navigation({ waiting = 0 }: { readonly waiting: number | undefined }) {
  return (
    <nav aria-label="Sections" className="min-w-0 flex-1 md:flex-none">
      <ul className="flex md:flex-col">
        {SECTIONS.map(({ to, title, short, icon: Icon }) => (
          <li key={to} className="min-w-0 flex-1">
            <Link to={to} className={RAIL_ITEM}>
              <Icon aria-hidden="true" size={17} />
              <RailName name={title} short={short} />
              {to === '/inbox' && <WaitingCount total={waiting} />}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

export function NotFound() {
  return (
    <>
      <h1 className="sr-only">Not found</h1>
      <EmptyState title="Page not found">Choose a section.</EmptyState>
    </>
  );
}

/** Milliseconds for which the page shows that the connection to the server is restored. */
const BACK_MS = 6000;

function ConnectionBanner() {
  const { stream } = usePageServices();
  const state = useSyncExternalStore(stream.onStateChange, stream.getState);
  const [shown, show] = useState<'away' | 'back'>();
  useEffect(() => {
    if (state === 'disconnected') return show('away');
    if (state !== 'open') return undefined;
    show((before) => before && 'back');
    const timer = setTimeout(() => show(undefined), BACK_MS);
    return () => clearTimeout(timer);
  }, [state]);
  return (
    <div role="status">
      {shown === 'away' && (
        <p className="border-b border-line bg-surface px-4 py-1.5 text-sm text-warn">
          The server is unreachable, so this page may be out of date. Reconnecting automatically.
        </p>
      )}
      {shown === 'back' && (
        <p className="border-b border-line bg-surface px-4 py-1.5 text-sm text-good">
          The server is back. Running tasks continue.
        </p>
      )}
    </div>
  );
}

/** Number of tasks that wait for the user; undefined until the stream says it. */
function useWaitingTotal() {
  const { stream } = usePageServices();
  const [total, setTotal] = useState<number>();
  useEffect(
    () =>
      stream.subscribe({
        waiting: true,
        onMessage: (message) => {
          if (message.kind === 'waiting') setTotal(message.total);
        },
      }),
    [stream],
  );
  return [total, setTotal] as const;
}

function WaitingCount({ total }: { readonly total: number }) {
  if (total === 0) return null;
  return (
    <span className="absolute top-0.5 start-1/2 ms-1 rounded-full bg-person px-1.5 text-3xs leading-4 font-semibold text-on-kind">
      {total.toLocaleString('en')} <span className="sr-only">waiting</span>
    </span>
  );
}

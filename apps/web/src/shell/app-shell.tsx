import { Link, Outlet, lazyRouteComponent } from '@tanstack/react-router';
import { Suspense, useEffect, useState, useSyncExternalStore } from 'react';
import { Button } from '../components/controls/button.tsx';
import { EmptyState, ErrorBoundary } from '../components/notices/notices.tsx';
import { SECTIONS } from './sections.ts';
import { SignIn } from './sign-in.tsx';
import { ThemeButton } from './theme.tsx';
import { useShortcuts } from './use-shortcuts.ts';
import { usePageServices } from '../api/page-services.ts';

const Palette = lazyRouteComponent(() => import('./command-dialogs.tsx'), 'CommandPalette');
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
  return (
    <div className="flex h-full flex-col md:flex-row">
      <a
        href="#main"
        className="sr-only focus:not-sr-only focus:absolute focus:z-10 focus:bg-page focus:p-2"
      >
        Skip to the content
      </a>
      <header className="flex shrink-0 flex-col gap-2 border-line p-2 max-md:border-b md:w-52 md:border-e md:p-3">
        <div className="flex items-center justify-between">
          <span className="px-2 font-semibold">Timestep</span>
          <Button className="md:hidden" onClick={openPalette}>
            Commands
          </Button>
        </div>
        <Navigation />
        <div className="mt-auto flex flex-col items-start gap-2 max-md:hidden">
          <Button onClick={openPalette}>Commands</Button>
          <Button onClick={openHelp}>Keys</Button>
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
        {opened === 'palette' && <Palette onClose={close} />}
        {opened === 'keys' && <ShortcutsDialog onClose={close} />}
      </Suspense>
    </div>
  );
}

function Navigation() {
  return (
    <nav aria-label="Sections" className="overflow-x-auto">
      <ul className="flex gap-1 md:flex-col">
        {SECTIONS.map(({ to, title, icon: Icon }) => (
          <li key={to} className="shrink-0 whitespace-nowrap">
            <Link
              to={to}
              className="flex items-center gap-2 rounded-md px-2 py-1.5 text-sm hover:bg-surface aria-[current=page]:bg-surface aria-[current=page]:font-semibold"
            >
              <Icon aria-hidden="true" size={16} />
              {title}
              {to === '/inbox' && <WaitingCount />}
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

function ConnectionBanner() {
  const { stream } = usePageServices();
  const state = useSyncExternalStore(stream.onStateChange, stream.getState);
  return (
    <div role="status">
      {state === 'disconnected' && (
        <p className="bg-surface px-4 py-1 text-sm text-warn">
          The server is unreachable, so this page may be out of date. Reconnecting automatically.
        </p>
      )}
    </div>
  );
}

function WaitingCount() {
  const { stream } = usePageServices();
  const [total, setTotal] = useState(0);
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
  if (total === 0) return null;
  return (
    <span className="ms-auto rounded-full bg-accent px-2 text-xs font-semibold text-on-accent">
      {total.toLocaleString('en')} <span className="sr-only">waiting</span>
    </span>
  );
}

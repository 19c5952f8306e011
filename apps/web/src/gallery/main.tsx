import { StrictMode, type ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import '../styles.css';
import { ErrorBoundary } from '../components/error-boundary.tsx';

interface GalleryModule {
  readonly title: string;
  readonly states: Readonly<Record<string, ReactNode>>;
}

const found = import.meta.glob<GalleryModule>('../**/*.gallery.tsx', { eager: true });

/** All components in all their states. */
function Gallery() {
  return (
    <main className="mx-auto max-w-4xl p-4">
      <h1 className="text-2xl font-semibold">Components</h1>
      {Object.entries(found).map(([path, { title, states }]) => (
        <section key={path} aria-label={title} className="mt-6 border-t border-line pt-4">
          <h2 className="text-lg font-semibold">{title}</h2>
          {Object.entries(states).map(([name, shown]) => (
            <div key={name} className="mt-3">
              <h3 className="text-xs text-muted">{name}</h3>
              <ErrorBoundary>{shown}</ErrorBoundary>
            </div>
          ))}
        </section>
      ))}
    </main>
  );
}

const root = document.querySelector('#root');
if (root) {
  createRoot(root).render(
    <StrictMode>
      <Gallery />
    </StrictMode>,
  );
}

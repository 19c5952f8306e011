import { StrictMode, type ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import '../styles.css';
import { ErrorBoundary } from '../components/notices/notices.tsx';

/** States of components: elements by the title of the component and the name of the state. */
interface GalleryModule {
  readonly gallery: Readonly<Record<string, Readonly<Record<string, ReactNode>>>>;
}

const modules = import.meta.glob<GalleryModule>('../**/*.gallery.tsx', { eager: true });
const components = Object.values(modules).flatMap(({ gallery }) => Object.entries(gallery));

const root = document.querySelector('#root');
if (!root) throw new Error('the page has no element #root');
createRoot(root).render(
  <StrictMode>
    <main className="mx-auto max-w-4xl p-4">
      <h1 className="text-2xl font-semibold">Components</h1>
      {components.map(([title, states]) => (
        <section key={title} aria-label={title} className="mt-6 border-t border-line pt-4">
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
  </StrictMode>,
);

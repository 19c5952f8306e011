import type { ReactNode } from 'react';
import { renderRoot } from '../render-root.tsx';
import { ErrorBoundary } from '../components/notices/notices.tsx';
import '../page.css';

/** Component examples: elements by the title of the component and the name of its state. */
interface GalleryModule {
  readonly gallery: Readonly<Record<string, Readonly<Record<string, ReactNode>>>>;
}

const modules = import.meta.glob<GalleryModule>('../**/*.gallery.tsx', { eager: true });
const components = Object.values(modules).flatMap(({ gallery }) => Object.entries(gallery));

renderRoot(
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
  </main>,
);

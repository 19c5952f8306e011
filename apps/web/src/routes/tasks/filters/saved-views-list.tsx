import { Bookmark, Plus, X } from '../../../icons/icons.ts';
import { useState } from 'react';
import { Form, TextField } from '../../../components/forms/form.tsx';
import {
  addSavedView,
  isSameView,
  loadSavedViews,
  storeSavedViews,
  type SavedView,
} from './saved-views.ts';
import type { TaskFilters } from '../task-search.ts';

interface SavedViewsProps {
  readonly filters: TaskFilters;
  readonly onChange: (filters: TaskFilters) => void;
}

/** Views that a person has saved in this browser, and a way to save the present one. */
export function SavedViews({ filters, onChange }: SavedViewsProps) {
  const [views, setViews] = useState(loadSavedViews);
  const [isNaming, setNaming] = useState(false);
  const change = (next: readonly SavedView[]): void => {
    storeSavedViews(next);
    setViews(next);
  };
  const isSaved = views.some((view) => isSameView(view.filters, filters));
  const canSave = !isSaved && Object.keys(filters).length > 0;
  return (
    <section aria-label="Saved views">
      <h2 className="px-2 text-2xs text-muted">Saved views</h2>
      <ul className="mt-0.5">
        {views.map((view) => (
          <li key={view.name} className="group flex items-center rounded-md hover:bg-hover">
            <button
              type="button"
              aria-pressed={isSameView(view.filters, filters)}
              className="flex min-h-7 min-w-0 flex-1 items-center gap-2 rounded-md px-2 text-start text-sm aria-pressed:bg-chosen aria-pressed:font-medium"
              onClick={() => onChange(view.filters)}
            >
              <Bookmark aria-hidden="true" size={13} className="shrink-0 text-muted" />
              <span className="truncate">{view.name}</span>
            </button>
            <button
              type="button"
              aria-label={`Delete the view ${view.name}`}
              className="rounded-sm p-1 text-muted opacity-0 group-hover:opacity-100 focus-visible:opacity-100 pointer-coarse:opacity-100"
              onClick={() => change(views.filter(({ name }) => name !== view.name))}
            >
              <X aria-hidden="true" size={13} />
            </button>
          </li>
        ))}
      </ul>
      {isNaming && (
        <Form
          className="mt-1 px-2"
          onSubmit={(form) => {
            const written = new FormData(form).get('name');
            const name = typeof written === 'string' ? written.trim() : '';
            if (name !== '') change(addSavedView(views, { name, filters }));
            setNaming(false);
          }}
        >
          <TextField
            name="name"
            aria-label="Name of the view"
            placeholder="Name, then Enter"
            className="w-full"
            autoFocus
          />
        </Form>
      )}
      {canSave && !isNaming && (
        <button
          type="button"
          className="flex min-h-7 items-center gap-2 px-2 text-sm text-accent hover:underline"
          onClick={() => setNaming(true)}
        >
          <Plus aria-hidden="true" size={13} />
          Save this view
        </button>
      )}
      {!canSave && views.length === 0 && (
        <p className="px-2 text-xs text-muted">Choose filters, and save them under a name.</p>
      )}
    </section>
  );
}

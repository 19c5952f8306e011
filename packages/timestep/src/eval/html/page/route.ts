/**
 * What the page shows. The part of the address after `#` holds all of it, so that it can be shared.
 */
export interface Route {
  /** Words that must be in the id of a task. */
  readonly text: string;
  readonly outcome: string;
  readonly grader: string;
  readonly tag: string;
  /** The trial that is open: the id of its task, and its number from 0. */
  readonly open: { readonly task: string; readonly trial: number } | null;
}

export function routeOf(hash: string): Route {
  const fields = new URLSearchParams(hash.replace(/^#/, ''));
  const task = fields.get('task');
  const trial = fields.get('trial') ?? '';
  return {
    text: fields.get('text') ?? '',
    outcome: fields.get('outcome') ?? '',
    grader: fields.get('grader') ?? '',
    tag: fields.get('tag') ?? '',
    open: task !== null && /^\d{1,9}$/.test(trial) ? { task, trial: Number(trial) } : null,
  };
}

/** The part after `#`, without empty fields; `#` alone where all are empty. */
export function hashOf({ open, ...filter }: Route): string {
  const fields = new URLSearchParams();
  for (const [name, value] of Object.entries(filter)) if (value !== '') fields.set(name, value);
  if (open) {
    fields.set('task', open.task);
    fields.set('trial', String(open.trial));
  }
  return `#${fields.toString()}`;
}

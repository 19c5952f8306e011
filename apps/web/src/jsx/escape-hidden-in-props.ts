import { formatForeignText } from '@timestep-ai/timestep/view';

export type Props = Readonly<Record<string, unknown>>;

/** HTML attributes whose text a user sees or a screen reader reads. */
const SHOWN_ATTRIBUTES = ['aria-description', 'aria-label', 'placeholder', 'title'] as const;

/**
 * Makes hidden characters visible in all texts of a React element, because texts may come from users and
 * models.
 */
export function escapeHiddenInProps(type: unknown, props: Props): Props {
  let shown = props;
  const children = escapeHiddenInChildren(props['children']);
  if (children !== props['children']) shown = { ...shown, children };
  if (typeof type !== 'string') return shown;
  for (const name of SHOWN_ATTRIBUTES) {
    const value = props[name];
    const text = escapeHiddenInChildren(value);
    if (text !== value) shown = { ...shown, [name]: text };
  }
  return shown;
}

function escapeHiddenInChildren(children: unknown): unknown {
  if (typeof children === 'string') return formatForeignText(children);
  if (!Array.isArray(children)) return children;
  const shown = children.map(escapeHiddenInChildren);
  return shown.some((one, at) => one !== children[at]) ? shown : children;
}

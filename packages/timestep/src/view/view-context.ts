import type { NumberedEvent } from '../core/index.ts';
import { noticed } from './view-end.ts';
import type { ConversationView, OpenTurn } from './view-state.ts';

type Selected = Extract<NumberedEvent, { readonly type: 'context.selected' }>;

/** The view with what was chosen for a message beside what is always there. */
export function selectedContext(
  view: ConversationView,
  turn: OpenTurn,
  { items, note, generation }: Selected,
): ConversationView {
  const chosen = items.filter(({ kind, reason }) => kind !== 'tool' && reason !== 'always');
  if (chosen.length === 0 && note === undefined) return view;
  const names = chosen.map(({ kind, name }) => `${kind} ${name}`).join(', ');
  const text = names === '' ? 'Nothing was chosen for this message.' : `Chosen: ${names}.`;
  return noticed(view, turn, generation, {
    about: 'context',
    text,
    ...(note !== undefined && { advice: note }),
  });
}

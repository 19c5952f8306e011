import type { NumberedEvent } from '../../core/index.ts';
import { addNotice } from './view-end.ts';
import type { ConversationView, OpenTurn } from './view-state.ts';

type ContextSelected = Extract<NumberedEvent, { readonly type: 'context.selected' }>;

/** Lists the context items chosen for this message, except those that are always included. */
export function addContextNotice(
  view: ConversationView,
  turn: OpenTurn,
  { items, note, generation }: ContextSelected,
): ConversationView {
  const chosen = items.filter(({ kind, reason }) => kind !== 'tool' && reason !== 'always');
  if (chosen.length === 0 && note === undefined) return view;
  const names = chosen.map(({ kind, name }) => `${kind} ${name}`).join(', ');
  const text = names === '' ? 'No context was chosen for this message.' : `Context: ${names}.`;
  return addNotice(view, turn, generation, {
    about: 'context',
    text,
    ...(note !== undefined && { advice: note }),
  });
}

import type { ConversationView, OpenTurn } from '../../view/index.ts';
import { activityOf, openApprovals } from '../../view/index.ts';
import { DIALOGUE_KEYS, type Dialogue } from './approval-dialogue.ts';
import { argumentsText } from './item-lines.ts';
import { plainOutput } from './plain-output.ts';
import type { Typeset } from './typeset.ts';

/** What stands below the conversation, beside the editor. */
export interface Below {
  readonly view: ConversationView;
  readonly queued: readonly string[];
  readonly dialogue: Dialogue | undefined;
  /** A remark that takes the place of the status for a while. */
  readonly hint: string | undefined;
  readonly now: number;
}

/** Lines of arguments that stand beside the question; all of them are printed above. */
const MOST_ARGUMENTS = 6;

/** The lines above the editor: what is queued, what is asked, and what happens. */
export function linesAbove(below: Below, typeset: Typeset, columns: number): readonly string[] {
  const { queued, dialogue } = below;
  const { style, fitted } = typeset;
  const waiting = queued.map((text) => {
    const line = plainOutput(text).replaceAll(/\s+/g, ' ');
    return fitted(style.dim(`queued: ${line}`), columns);
  });
  const asked = dialogue ? dialogueLines(dialogue, below.view, typeset, columns) : [];
  return ['', ...waiting, ...asked, fitted(style.dim(statusText(below)), columns)];
}

function dialogueLines(
  { approval }: Dialogue,
  view: ConversationView,
  typeset: Typeset,
  columns: number,
): readonly string[] {
  const { style, fitted, wrapped } = typeset;
  const open = openApprovals(view).find(({ id }) => id === approval.id) ?? approval;
  const { number, total } = open;
  const place = total > 1 ? `${number} of ${total}: ` : '';
  const title = `${style.yellow('?')} ${place}${style.bold(plainOutput(approval.name))}`;
  const lines = wrapped(argumentsText(approval.arguments), Math.max(1, columns - 2));
  const shown = lines.slice(0, MOST_ARGUMENTS);
  const hidden = lines.length - shown.length;
  const rest = hidden > 0 ? [`… ${hidden} more lines, printed above`] : [];
  return [
    fitted(title, columns),
    ...[...shown, ...rest].map((line) => fitted(`  ${line}`, columns)),
  ];
}

function statusText({ view, dialogue, hint, now }: Below): string {
  if (hint !== undefined) return hint;
  if (dialogue) return DIALOGUE_HINTS[dialogue.mode];
  const [turn] = view.turns;
  if (!turn) return 'Enter sends · /help lists commands · Ctrl+C twice leaves';
  if (activityOf(view) === 'waiting') return 'Enter answers · Esc stops';
  return workingText(turn, now);
}

const DIALOGUE_HINTS: Readonly<Record<Dialogue['mode'], string>> = {
  keys: `${DIALOGUE_KEYS}  Esc stops`,
  reason: 'Why not? Enter denies · Esc goes back',
  arguments: 'Other arguments as JSON. Enter calls with them · Esc goes back',
};

function workingText({ begunAt, isStopping }: OpenTurn, now: number): string {
  if (isStopping) return 'stopping';
  const seconds = Math.max(0, Math.floor((now - begunAt) / 1000));
  return `working ${seconds} s · Esc stops · Enter sends at once · Alt+Enter queues`;
}

import { formatApprovalTitle, formatForeignLine } from '#core';
import {
  findOpenQuestion,
  getActivity,
  listOpenApprovals,
  type ConversationView,
} from '#people/view';

const MAX_CHARACTERS = 120;
const BELL = '\u0007';
const END = '\u001b\\';

/**
 * Returns escape sequences that alert a user who looks elsewhere: the terminal's bell, and the notification
 * that some terminals show (OSC 9). Empty unless the agent has just begun to wait for the user.
 */
export function formatWaitNotice(before: ConversationView, after: ConversationView): string {
  if (getActivity(after) !== 'waiting' || getActivity(before) !== 'working') return '';
  const [approval] = listOpenApprovals(after);
  // The notification never begins with a number: OSC 9 followed by a number is another command in some terminals.
  const asked = approval
    ? formatApprovalTitle({ name: approval.name, arguments: '{}' })
    : `Question: ${findOpenQuestion(after)?.text}`;
  return `\u001b]9;${formatForeignLine(asked).slice(0, MAX_CHARACTERS)}${END}${BELL}`;
}

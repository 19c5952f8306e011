import { formatForeignName } from '../text/foreign-text.ts';
import { escapeHidden } from '../text/hidden-characters.ts';
import { describeRepeatedNames, formatArgumentsInLine } from './shown-arguments.ts';

/** A tool call as shown in an approval question. `arguments` is JSON text; `reason` says why approval is needed. */
export interface ShownCall {
  readonly name: string;
  readonly arguments: string;
  readonly reason?: string | undefined;
}

const YES_OR_NO = 'Answer yes or no.';

/** Formats the question whether tool calls may be made, such as `May I call pay({"amount":5})?`. */
export function formatApprovalQuestion(calls: readonly ShownCall[], asker = 'I'): string {
  const shown = calls.map((call) => {
    const { name, arguments: text } = call;
    return `${formatForeignName(name)}(${formatArgumentsInLine(text)})${formatWhyApprovalIsNeeded(call)}`;
  });
  return `May ${formatForeignName(asker)} call ${shown.join(' and ')}?`;
}

/** Formats the heading above the shown arguments of a call. */
export function formatApprovalTitle(call: ShownCall): string {
  return `Allow ${formatForeignName(call.name)}?${formatWhyApprovalIsNeeded(call)}`;
}

/** Formats the question whether a change may be made. `action` begins with a verb; `details` show the change. */
export function formatChangeQuestion(action: string, details: string): string {
  return `May I ${formatForeignName(action)}?\n\n${escapeHidden(details)}`;
}

/** Formats the question whether an MCP server may use the agent's model. */
export function formatSamplingQuestion(server: string, messages: string): string {
  const text = `The MCP server ${formatForeignName(server)} wants to use the agent's model:\n${escapeHidden(messages)}\nAllow it?`;
  return appendYesOrNoHint(text);
}

/** Appends to a question how a user can answer it in text. */
export function appendYesOrNoHint(question: string): string {
  return `${question} ${YES_OR_NO}`;
}

/** Formats the result of a call that was not approved. */
export function formatNeedsApproval(toolName: string): string {
  return `${formatForeignName(toolName)} needs a person's approval`;
}

function formatWhyApprovalIsNeeded(call: ShownCall): string {
  return listApprovalRemarks(call)
    .map((remark) => ` (${remark})`)
    .join('');
}

/** Lists why a call needs approval, and what a user could misread in its arguments. */
export function listApprovalRemarks({
  arguments: written,
  reason,
}: Omit<ShownCall, 'name'>): readonly string[] {
  const repeated = describeRepeatedNames(written);
  return [
    ...(reason ? [formatForeignName(reason)] : []),
    ...(repeated === undefined ? [] : [repeated]),
  ];
}

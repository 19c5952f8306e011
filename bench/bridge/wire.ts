import { textOf } from '../a2a/wire.ts';
import { bodyOfCall, headersOfCall, resultIn } from '../mcp/tool-call.ts';

const TOOL = 'call_agent';

export const CALL_HEADERS: Readonly<Record<string, string>> = headersOfCall(TOOL);

export function callBody(number: number): string {
  return bodyOfCall(TOOL, { agent: 'echo', message: textOf(number) }, number);
}

/** What is wrong with an answer that should be the report of a completed task. */
export function wrongWithReport(answer: string, number: number): string | undefined {
  const report = resultIn(answer, number)?.structuredContent;
  if (!report) return `no report in ${answer}`;
  const isRight = report['state'] === 'completed' && report['answer'] === textOf(number);
  return isRight ? undefined : `other answer: ${answer}`;
}

import { createText } from '../a2a/wire.ts';
import { bodyOfCall, createCallHeaders, parseResult } from '../mcp/tool-call.ts';

const TOOL = 'call_agent';

export const CALL_HEADERS: Readonly<Record<string, string>> = createCallHeaders(TOOL);

export function callBody(number: number): string {
  return bodyOfCall(TOOL, { agent: 'echo', message: createText(number) }, number);
}

/** Returns the error of an answer that should be the report of a completed task. */
export function findReportError(answer: string, number: number): string | undefined {
  const report = parseResult(answer, number)?.structuredContent;
  if (!report) return `no report in ${answer}`;
  const isRight = report['state'] === 'completed' && report['answer'] === createText(number);
  return isRight ? undefined : `other answer: ${answer}`;
}

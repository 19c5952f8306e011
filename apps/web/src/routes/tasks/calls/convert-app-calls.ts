import type { CallItem, OperatorCallOutcome } from '@timestep-ai/timestep/view';
import type { AppCall, AppCallOutcome } from '../../../components/apps/app-actions.ts';
import { isJsonObject, tryParseJson } from '../../../components/values/try-parse-json.ts';

type ShownCall = Pick<CallItem, 'arguments' | 'result' | 'files'>;

/** Converts a logged tool call to the form in which the MCP App receives it. */
export function callToAppCall(
  { arguments: text, result = '', files = [] }: ShownCall,
  { tool, data }: Pick<NonNullable<CallItem['app']>, 'tool' | 'data'>,
): AppCall {
  const given = tryParseJson(text);
  const images = files.flatMap(({ url }) => {
    const [, mimeType, image] = /^data:(image\/[\w.+-]+);base64,(.*)$/s.exec(url) ?? [];
    return mimeType === undefined ? [] : [{ type: 'image', mimeType, data: image }];
  });
  return {
    tool: { name: tool },
    given: isJsonObject(given) ? given : {},
    result: {
      content: [{ type: 'text', text: result }, ...images],
      ...(data !== undefined && { structuredContent: data }),
    },
  };
}

/** Converts the outcome of a tool call that an MCP App made to the form of MCP. */
export function outcomeToAppOutcome(outcome: OperatorCallOutcome): AppCallOutcome {
  if (outcome.kind !== 'done') return outcome;
  const { content, isError, structured, question } = outcome.result;
  const result = {
    content: [{ type: 'text', text: question ?? content }],
    isError: isError || question !== undefined,
    ...(structured !== undefined && { structuredContent: structured }),
  };
  return { kind: 'done', result };
}

import type { JsonObject, JsonValue } from '#core';
import { listItemsOrEmptyObjects, toTextOrEmpty } from '../read-json.ts';
import type { Fault, Rule } from '../refusal.ts';

/** What the rules need to check a Bedrock Converse request, besides its body. */
interface BedrockFacts {
  readonly model: string;
  readonly messages: readonly BedrockMessage[];
  /** Context window in tokens. */
  readonly window: number | undefined;
}

export type BedrockRule = Rule<BedrockFacts>;

export interface BedrockMessage {
  readonly role: string;
  readonly blocks: readonly JsonObject[];
}

/** Lists the messages of a request with their content blocks. */
export function listBedrockMessages(
  messages: JsonObject[string] | undefined,
): readonly BedrockMessage[] {
  return listItemsOrEmptyObjects(messages).map(({ role, content }) => {
    return { role: toTextOrEmpty(role), blocks: listItemsOrEmptyObjects(content) };
  });
}

/** Yields why Bedrock refuses a tool name (service model of botocore 1.44.8). */
export function* findNameFaults(name: JsonValue | undefined, path: string): Generator<Fault> {
  if (/^[a-zA-Z0-9_-]{1,64}$/.test(toTextOrEmpty(name))) return;
  yield {
    message: `1 validation error detected: Value '${toTextOrEmpty(name)}' at '${path}' failed to satisfy constraint: Member must satisfy regular expression pattern: [a-zA-Z0-9_-]+`,
  };
}

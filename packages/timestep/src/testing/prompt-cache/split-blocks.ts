import { isJsonObject, type JsonObject, type JsonValue } from '#core';

/** A tool or a part of a message: the smallest unit in which prompts are compared. */
export interface PromptBlock {
  readonly text: string;
  /** Whether the request marks the end of the block as a cache point. */
  readonly isPoint: boolean;
}

/** Splits a request body into blocks, in the order of the prompt: tools, system, messages. */
export function splitPromptBlocks(body: JsonObject): readonly PromptBlock[] {
  const blocks: PromptBlock[] = [];
  const config = body['toolConfig'];
  for (const tool of wrapSingleInList(
    body['tools'] ?? (isJsonObject(config) ? config['tools'] : undefined),
  ))
    addPromptBlockOrMarkPoint(blocks, {}, tool);
  const system = body['system'] ?? body['systemInstruction'] ?? body['instructions'];
  const said = body['messages'] ?? body['contents'] ?? body['input'];
  for (const part of wrapSingleInList(isJsonObject(system) ? system['parts'] : system))
    addPromptBlockOrMarkPoint(blocks, { role: 'system' }, part);
  for (const message of wrapSingleInList(said))
    if (isJsonObject(message)) addMessageBlocks(blocks, message);
  return blocks;
}

function addMessageBlocks(blocks: PromptBlock[], message: JsonObject): void {
  const { content, parts, output, ...rest } = message;
  const list = wrapSingleInList(content ?? parts ?? output);
  for (const part of list.slice(0, -1))
    addPromptBlockOrMarkPoint(blocks, { role: rest['role'] ?? null }, part);
  addPromptBlockOrMarkPoint(blocks, rest, list.at(-1) ?? null);
}

function addPromptBlockOrMarkPoint(
  blocks: PromptBlock[],
  place: JsonObject,
  part: JsonValue,
): void {
  const last = blocks.at(-1);
  if (last && isJsonObject(part) && 'cachePoint' in part) {
    blocks[blocks.length - 1] = { ...last, isPoint: true };
    return;
  }
  const [bare, isPoint] = removeCachePointMark(
    isJsonObject(part) ? part : { type: 'text', text: part },
  );
  const [around, isMarked] = removeCachePointMark(place);
  blocks.push({ text: JSON.stringify([around, bare]), isPoint: isPoint || isMarked });
}

/** Removes the cache point mark from an object, because marks do not belong to the prompt. */
function removeCachePointMark(marked: JsonObject): readonly [JsonObject, boolean] {
  const { cache_control: control, prompt_cache_breakpoint: point, ...bare } = marked;
  return [bare, control !== undefined || point !== undefined];
}

function wrapSingleInList(value: JsonValue | undefined): readonly JsonValue[] {
  if (value === undefined || value === null) return [];
  return Array.isArray(value) ? (value as readonly JsonValue[]) : [value];
}

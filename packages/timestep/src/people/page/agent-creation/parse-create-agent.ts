import { isJsonObject, type JsonValue } from '#core';
import type { CreateAgentRequest } from '#people/view';

export function parseCreateAgentRequest(body: JsonValue): CreateAgentRequest | undefined {
  if (!isJsonObject(body)) return undefined;
  const texts = Object.entries(body).filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string',
  );
  const of = new Map(texts);
  const { place, folder, name = '' } = Object.fromEntries(texts);
  if (!place || !folder) return undefined;
  const where = { place, folder, name };
  const [prompt, agentId] = [of.get('prompt'), of.get('agentId')];
  const [fileName, text] = [of.get('fileName'), of.get('text')];
  switch (of.get('kind')) {
    case 'new': {
      const [description, model] = [of.get('description'), of.get('model')];
      if (!prompt || name === '') return undefined;
      return {
        ...where,
        kind: 'new',
        prompt,
        ...(description && { description }),
        ...(model && { model }),
      };
    }
    case 'copy':
      return agentId && name !== '' ? { ...where, kind: 'copy', agentId } : undefined;
    case 'import':
      return fileName && text ? { ...where, kind: 'import', fileName, text } : undefined;
    default:
      return undefined;
  }
}

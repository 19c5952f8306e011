import { isJsonObject, omitUndefined, type JsonValue } from '#core';
import type { CreateAgentRequest } from '#people/view';

export function parseCreateAgentRequest(body: JsonValue): CreateAgentRequest | undefined {
  if (!isJsonObject(body)) return undefined;
  const texts = new Map(
    Object.entries(body).flatMap(([name, text]) =>
      typeof text === 'string' && text !== '' ? [[name, text]] : [],
    ),
  );
  const [place, folder, name = ''] = ['place', 'folder', 'name'].map((key) => texts.get(key));
  const [prompt, agentId] = [texts.get('prompt'), texts.get('agentId')];
  const [fileName, text] = [texts.get('fileName'), texts.get('text')];
  if (place === undefined || folder === undefined) return undefined;
  const where = { place, folder, name };
  const kind = texts.get('kind');
  if (kind === 'import') return fileName && text ? { ...where, kind, fileName, text } : undefined;
  if (name === '') return undefined;
  if (kind === 'copy') return agentId ? { ...where, kind, agentId } : undefined;
  const [description, model] = [texts.get('description'), texts.get('model')];
  return kind === 'new' && prompt
    ? { ...omitUndefined({ ...where, prompt, description, model }), kind }
    : undefined;
}

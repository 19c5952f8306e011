import type { ContentPart } from '#core';
import { A2AError } from './a2a-error.ts';
import type { AgentDescription } from './agent-description.ts';
import type { SendRequest } from './message-to-submission.ts';

/** Throws `A2AError` if the agent does not accept a part's media type, or the sender none of the agent's. */
export function requireSupportedModes(
  { inputModes, outputModes }: Pick<AgentDescription, 'inputModes' | 'outputModes'>,
  { submission: { message }, acceptedOutputModes: accepted }: SendRequest,
): void {
  if (!inputModes && (!outputModes || accepted.length === 0)) return;
  const content = message?.content ?? [];
  const parts: readonly ContentPart[] =
    typeof content === 'string' ? [{ type: 'text', text: content }] : content;
  const types = parts.flatMap((part) => getMediaType(part) ?? []);
  const strange =
    inputModes && types.find((type) => !inputModes.some((mode) => matchesMode(mode, type)));
  if (strange !== undefined) {
    throw new A2AError(
      'content-type-not-supported',
      `this agent does not accept ${strange}: send ${inputModes?.join(', ')}`,
    );
  }
  if (!outputModes || accepted.length === 0) return;
  const isAnswered = outputModes.some((type) => accepted.some((mode) => matchesMode(mode, type)));
  if (isAnswered) return;
  throw new A2AError(
    'content-type-not-supported',
    `this agent answers only in ${outputModes.join(', ')}, but the request accepts only ${accepted.join(', ')}`,
  );
}

/** Returns the media type of a part without parameters. Undefined if it is unknown. */
function getMediaType(part: ContentPart): string | undefined {
  switch (part.type) {
    case 'text':
      return normalizeMediaType(part.media_type ?? 'text/plain');
    case 'data':
      return normalizeMediaType(part.media_type ?? 'application/json');
    case 'image_url':
      return normalizeMediaType(part.media_type ?? getDataUrlType(part.image_url.url) ?? 'image/*');
    case 'file': {
      const type = part.file.media_type ?? getDataUrlType(part.file.url);
      return type === undefined ? undefined : normalizeMediaType(type);
    }
  }
}

function getDataUrlType(url: string): string | undefined {
  const [, type] = /^data:([^;,]+)/.exec(url) ?? [];
  return type;
}

function normalizeMediaType(type: string): string {
  const [name = ''] = type.split(';');
  return name.trim().toLowerCase();
}

/** Returns whether a media type matches a mode: the exact type, `image/*`, or `text` as older clients write it. */
export function matchesMode(mode: string, type: string): boolean {
  const wanted = normalizeMediaType(mode);
  const [kind = '', name] = wanted.split('/');
  const [kindOfType = '', nameOfType] = type.split('/');
  if (wanted === '*' || wanted === '*/*') return true;
  if (kind !== kindOfType) return false;
  return name === undefined || name === '*' || nameOfType === '*' || name === nameOfType;
}

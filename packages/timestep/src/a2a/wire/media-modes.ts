import type { ContentPart } from '../../core/index.ts';
import { A2AError } from './a2a-error.ts';
import type { AgentDescription } from './agent-description.ts';
import type { SendRequest } from './message-to-submission.ts';

/**
 * Throws `A2AError` where a message holds what its agent does not take, or its sender accepts nothing of what the
 * agent answers in. Agents that do not say what they take or answer in refuse nothing.
 */
export function requireModes(
  { inputModes, outputModes }: Pick<AgentDescription, 'inputModes' | 'outputModes'>,
  { submission: { message }, acceptedOutputModes: accepted }: SendRequest,
): void {
  if (!inputModes && (!outputModes || accepted.length === 0)) return;
  const content = message?.content ?? [];
  const parts: readonly ContentPart[] =
    typeof content === 'string' ? [{ type: 'text', text: content }] : content;
  const types = parts.flatMap((part) => mediaTypeOf(part) ?? []);
  const strange = inputModes && types.find((type) => !inputModes.some((mode) => fits(mode, type)));
  if (strange !== undefined) {
    throw notSupported(`this agent does not take ${strange}; it takes ${inputModes?.join(', ')}`);
  }
  if (!outputModes || accepted.length === 0) return;
  const isAnswered = outputModes.some((type) => accepted.some((mode) => fits(mode, type)));
  if (isAnswered) return;
  throw notSupported(
    `this agent answers in ${outputModes.join(', ')}, and the request accepts ${accepted.join(', ')}`,
  );
}

function notSupported(message: string): A2AError {
  return new A2AError('content-type-not-supported', message);
}

/** The media type of a part without its parameters; `undefined` where that is not known. */
function mediaTypeOf(part: ContentPart): string | undefined {
  switch (part.type) {
    case 'text':
      return bare(part.media_type ?? 'text/plain');
    case 'data':
      return bare(part.media_type ?? 'application/json');
    case 'image_url':
      return bare(part.media_type ?? typeInUrl(part.image_url.url) ?? 'image/*');
    case 'file': {
      const type = part.file.media_type ?? typeInUrl(part.file.url);
      return type === undefined ? undefined : bare(type);
    }
  }
}

function typeInUrl(url: string): string | undefined {
  const [, type] = /^data:([^;,]+)/.exec(url) ?? [];
  return type;
}

function bare(type: string): string {
  const [name = ''] = type.split(';');
  return name.trim().toLowerCase();
}

/** Whether a media type belongs to a mode: `image/*`, `text` as older clients write it, or the type itself. */
function fits(mode: string, type: string): boolean {
  const wanted = bare(mode);
  const [kind = '', name] = wanted.split('/');
  const [kindOfType = '', nameOfType] = type.split('/');
  if (wanted === '*' || wanted === '*/*') return true;
  if (kind !== kindOfType) return false;
  return name === undefined || name === '*' || nameOfType === '*' || name === nameOfType;
}

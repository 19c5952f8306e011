import type { ServerContent, ServerResource } from '@timestep-ai/timestep/view';
import { CodeBlock } from '../values/code-block.tsx';

export function ResourceDescription({ resource }: { resource: ServerResource }) {
  const { uri, description, mimeType } = resource;
  return (
    <p className="text-sm">
      <bdi className="font-mono">{uri}</bdi>{' '}
      {mimeType !== undefined && <span className="text-muted">{mimeType}</span>}
      {description !== undefined && <span className="block">{description}</span>}
    </p>
  );
}

/** The contents of a resource. React keys are indexes, because its parts may share a URI. */
export function ResourceParts({ parts }: { parts: readonly ServerContent[] }) {
  return parts.map((part, index) => <ContentPart key={index} part={part} />);
}

function ContentPart({ part }: { part: ServerContent }) {
  if ('bytes' in part) {
    return (
      <p className="mt-2 text-sm text-muted">
        {part.bytes.toLocaleString('en')} bytes of binary data
      </p>
    );
  }
  return (
    <CodeBlock label={`Contents of ${part.uri}`} className="mt-2 max-h-96 p-2">
      {part.text}
    </CodeBlock>
  );
}

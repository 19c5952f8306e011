import { CodeBlock } from './code-block.tsx';

export function JsonView({ value, label }: { value: unknown; label: string }) {
  return (
    <CodeBlock label={label} className="max-h-96 p-3">
      {JSON.stringify(value, null, 2)}
    </CodeBlock>
  );
}

export function FactList({
  facts,
}: {
  readonly facts: readonly { readonly name: string; readonly text: string }[];
}) {
  return (
    <dl className="grid grid-cols-[max-content_1fr] gap-x-4 text-sm">
      {facts.map(({ name, text }) => (
        <div key={name} className="contents">
          <dt className="text-muted">{name}</dt>
          <dd className="min-w-0 break-words">{text}</dd>
        </div>
      ))}
    </dl>
  );
}

/** Indented JSON. */
export function JsonView({ value, label }: { readonly value: unknown; readonly label: string }) {
  return (
    <pre
      role="region"
      aria-label={label}
      // Focusable, so that wide content can be scrolled with the keyboard.
      tabIndex={0}
      className="max-h-96 overflow-auto rounded-md bg-surface p-3 font-mono text-xs whitespace-pre-wrap"
    >
      {JSON.stringify(value, null, 2)}
    </pre>
  );
}

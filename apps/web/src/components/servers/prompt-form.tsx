import type { ServerPrompt, ServerPromptMessage } from '@timestep-ai/timestep/view';
import { ToolForm } from '../forms/tool-form.tsx';
import { FailureNotice } from '../notices/notices.tsx';
import { JsonView } from '../values/json-view.tsx';

interface PromptFormProps {
  readonly prompt: ServerPrompt;
  /** State of the request that gets the prompt's messages from the MCP server. */
  readonly getting: {
    readonly isPending: boolean;
    readonly error: Error | null;
    readonly data: readonly ServerPromptMessage[] | undefined;
    readonly mutate: (given: object) => void;
  };
}

/** A form for the arguments of a prompt, and the messages that the server made of them. */
export function PromptForm({ prompt, getting }: PromptFormProps) {
  return (
    <>
      <ToolForm
        schema={promptToSchema(prompt)}
        label="Get"
        isSending={getting.isPending}
        onSend={(given) => getting.mutate({ name: prompt.name, arguments: given })}
      />
      {getting.error && <FailureNotice message={getting.error.message} />}
      {getting.data && <PromptMessages messages={getting.data} />}
    </>
  );
}

/** Converts the arguments of a prompt, which are always strings, to a JSON Schema. */
function promptToSchema({ arguments: args }: ServerPrompt): unknown {
  return {
    type: 'object',
    properties: Object.fromEntries(
      args.map(({ name, description }) => [name, { type: 'string', description }]),
    ),
    required: args.flatMap(({ name, isRequired }) => (isRequired ? [name] : [])),
  };
}

/** The messages of a prompt. React keys are indexes, because messages have no id. */
function PromptMessages({ messages }: { messages: readonly ServerPromptMessage[] }) {
  return messages.map((message, index) => <PromptMessage key={index} message={message} />);
}

function PromptMessage({ message: { role, content } }: { message: ServerPromptMessage }) {
  return (
    <section aria-label={`Message from ${role}`}>
      <h3 className="text-xs text-muted">{role}</h3>
      {typeof content === 'string' ? (
        <p className="text-sm whitespace-pre-wrap">{content}</p>
      ) : (
        <JsonView value={content} label="Content" />
      )}
    </section>
  );
}

import type { ServerPrompt, ServerPromptMessage } from '@timestep-ai/timestep/view';
import { Loaded } from '../../components/notices/loaded.tsx';
import { FailureNotice } from '../../components/notices/notices.tsx';
import { JsonView } from '../../components/values/json-view.tsx';
import { ExpandableCard } from '../../components/controls/expandable-card.tsx';
import { ToolForm } from '../../components/forms/tool-form.tsx';
import type { ServerTabProps } from './server-search.ts';
import { useServerAction, useServerPart, type ServerName } from './use-server.ts';

export function ServerPromptsView({ name, search, onChange }: ServerTabProps) {
  const query = useServerPart<readonly ServerPrompt[]>(name, '/prompts');
  return (
    <Loaded query={query} what="prompts">
      {(prompts) => (
        <>
          {prompts.length === 0 && <p className="text-muted">The server has no prompts.</p>}
          {prompts.map((prompt) => (
            <ExpandableCard
              key={prompt.name}
              name={prompt.name}
              about={prompt.description}
              isOpen={search.open === prompt.name}
              onToggle={() => onChange(search.open === prompt.name ? {} : { open: prompt.name })}
            >
              <PromptPanel name={name} prompt={prompt} />
            </ExpandableCard>
          ))}
        </>
      )}
    </Loaded>
  );
}

function PromptPanel({ name, prompt }: { name: ServerName; prompt: ServerPrompt }) {
  const getting = useServerAction<object, readonly ServerPromptMessage[]>(name, '/prompt');
  return (
    <>
      <ToolForm
        schema={promptToSchema(prompt)}
        label="Get"
        isSending={getting.isPending}
        onSend={(given) => getting.mutate({ name: prompt.name, arguments: given })}
      />
      {getting.error && <FailureNotice message={getting.error.message} />}
      {getting.data?.map((message, index) => (
        // React keys are indexes, because messages have no id.
        <PromptMessage key={index} message={message} />
      ))}
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

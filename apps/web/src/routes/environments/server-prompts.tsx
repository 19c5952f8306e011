import type { ServerPrompt, ServerPromptMessage } from '@timestep-ai/timestep/view';
import { FailureNotice } from '../../components/failure-notice.tsx';
import { JsonView } from '../../components/json-view.tsx';
import { OpenedCard } from '../../components/opened-card.tsx';
import { ToolForm } from '../../components/tool-form.tsx';
import { ServerPart } from './server-part.tsx';
import type { ServerTabProps } from './server-page.tsx';
import { usePrompt, usePrompts, type ServerName } from './use-server.ts';

/** The prompts of a server, each with a form for what it takes. */
export function ServerPromptsView({ name, server, search, onChange }: ServerTabProps) {
  const asked = usePrompts(name);
  return (
    <ServerPart server={server} asked={asked} waiting="Asking the server for its prompts…">
      {(prompts) => (
        <>
          {prompts.length === 0 && <p className="text-muted">The server has no prompts.</p>}
          {prompts.map((prompt) => (
            <OpenedCard
              key={prompt.name}
              name={prompt.name}
              about={prompt.description}
              isOpen={search.open === prompt.name}
              onToggle={() => onChange(search.open === prompt.name ? {} : { open: prompt.name })}
            >
              <PromptPanel name={name} prompt={prompt} />
            </OpenedCard>
          ))}
        </>
      )}
    </ServerPart>
  );
}

function PromptPanel({
  name,
  prompt,
}: {
  readonly name: ServerName;
  readonly prompt: ServerPrompt;
}) {
  const getting = usePrompt(name);
  return (
    <>
      <ToolForm
        schema={schemaOf(prompt)}
        label="Get"
        isSending={getting.isPending}
        onSend={(given) => getting.mutate({ name: prompt.name, arguments: given })}
      />
      {getting.error && <FailureNotice message={getting.error.message} />}
      {getting.data?.map((message, index) => (
        // Messages have no name but their place.
        <PromptMessage key={index} message={message} />
      ))}
    </>
  );
}

/** Arguments of prompts are texts. */
function schemaOf({ arguments: args }: ServerPrompt): unknown {
  return {
    type: 'object',
    properties: Object.fromEntries(
      args.map(({ name, description }) => [name, { type: 'string', description }]),
    ),
    required: args.flatMap(({ name, isRequired }) => (isRequired ? [name] : [])),
  };
}

function PromptMessage({ message: { role, content } }: { readonly message: ServerPromptMessage }) {
  return (
    <section aria-label={`Message of the ${role}`}>
      <h3 className="text-xs text-muted">{role}</h3>
      {typeof content === 'string' ? (
        <p className="text-sm whitespace-pre-wrap">{content}</p>
      ) : (
        <JsonView value={content} label="Content" />
      )}
    </section>
  );
}

import type { ServerPrompt, ServerPromptMessage } from '@timestep-ai/timestep/view';
import { Loaded } from '../../components/notices/loaded.tsx';
import { PromptForm } from '../../components/servers/prompt-form.tsx';
import { ExpandableList } from '../../components/controls/expandable-list.tsx';
import type { ServerTabProps } from './server-search.ts';
import { useServerAction, useServerPart, type ServerName } from './use-server.ts';

export function ServerPromptsView({ name, search, onChange }: ServerTabProps) {
  const query = useServerPart<readonly ServerPrompt[]>(name, '/prompts');
  return (
    <Loaded query={query} what="prompts">
      {(prompts) => (
        <>
          {prompts.length === 0 && <p className="text-muted">The server has no prompts.</p>}
          <ExpandableList label="Prompts" items={prompts} open={search.open} onChange={onChange}>
            {(prompt) => <PromptPanel name={name} prompt={prompt} />}
          </ExpandableList>
        </>
      )}
    </Loaded>
  );
}

function PromptPanel({ name, prompt }: { name: ServerName; prompt: ServerPrompt }) {
  const getting = useServerAction<object, readonly ServerPromptMessage[]>(name, '/prompt');
  return <PromptForm prompt={prompt} getting={getting} />;
}

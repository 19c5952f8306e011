import type {
  AgentFileLine,
  AgentFileList,
  AgentFilePart,
  PlannedEdit,
} from '@timestep-ai/timestep/view';
import { ChoiceButton } from '../../../components/controls/choice-button.tsx';
import { Button } from '../../../components/controls/button.tsx';
import { Loaded } from '../../../components/notices/loaded.tsx';
import { EmptyState } from '../../../components/notices/notices.tsx';
import { FileEditor } from './file-editor.tsx';
import { NewFileForm } from './new-file-form.tsx';
import { OrchestrationSwitch } from './orchestration-switch.tsx';
import { useEditPreview } from '../../use-edit-preview.tsx';
import { useAgentFiles, useWriteEdit } from '../agent-queries.ts';

const PARTS: Readonly<Record<AgentFilePart, string>> = {
  agent: 'Agent',
  prompt: 'Prompt',
  settings: 'Settings and tools',
  servers: 'MCP servers',
  instructions: 'Instructions',
  rule: 'Rules',
  reference: 'References',
  skill: 'Skills',
  command: 'Commands',
};

interface AgentFilesProps {
  readonly agentId: string;
  readonly file: string | undefined;
  readonly onOpen: (path: string | undefined) => void;
}

export function AgentFiles({ agentId, file, onOpen }: AgentFilesProps) {
  return (
    <Loaded query={useAgentFiles(agentId)} what="files">
      {(list) => <FileBrowser agentId={agentId} list={list} file={file} onOpen={onOpen} />}
    </Loaded>
  );
}

interface FileBrowserProps extends AgentFilesProps {
  readonly list: AgentFileList;
}

function FileBrowser({ agentId, list, file, onOpen }: FileBrowserProps) {
  const { files, orchestration, why, undo, whyNoUndo } = list;
  if (why !== undefined) {
    return (
      <EmptyState title="No editable files">This agent cannot be changed here: {why}.</EmptyState>
    );
  }
  const isFolder = files.every(({ part }) => part !== 'agent');
  return (
    <div className="flex flex-col gap-4 md:flex-row">
      <div className="flex flex-col gap-3 md:w-64 md:shrink-0">
        <FileNavigation files={files} open={file} onOpen={onOpen} />
        {isFolder && <NewFileForm agentId={agentId} onMade={onOpen} />}
        {orchestration && <OrchestrationSwitch agentId={agentId} state={orchestration} />}
        {undo && <UndoLastEditButton key={undo.version} agentId={agentId} plan={undo} />}
        {whyNoUndo !== undefined && (
          <p className="text-xs text-muted">The last edit cannot be undone: {whyNoUndo}.</p>
        )}
      </div>
      <div className="min-w-0 flex-1">
        {file === undefined ? (
          <p className="text-muted">Choose a file to view or edit.</p>
        ) : (
          <FileEditor key={file} agentId={agentId} path={file} onGone={() => onOpen(undefined)} />
        )}
      </div>
    </div>
  );
}

interface FileNavigationProps {
  readonly files: readonly AgentFileLine[];
  readonly open: string | undefined;
  readonly onOpen: (path: string) => void;
}

function FileNavigation({ files, open, onOpen }: FileNavigationProps) {
  return (
    <nav aria-label="Files of the agent" className="flex flex-col gap-2 text-sm">
      {Object.entries(PARTS).map(([part, title]) => {
        const ofPart = files.filter((one) => one.part === part);
        if (ofPart.length === 0) return null;
        return (
          <section key={part}>
            <h2 className="text-xs text-muted">{title}</h2>
            <ul>
              {ofPart.map(({ path }) => (
                <li key={path}>
                  <ChoiceButton
                    name={path}
                    isChosen={path === open}
                    onChoose={() => onOpen(path)}
                  />
                </li>
              ))}
            </ul>
          </section>
        );
      })}
    </nav>
  );
}

function UndoLastEditButton({ agentId, plan }: { agentId: string; plan: PlannedEdit }) {
  const { mutateAsync } = useWriteEdit(agentId, 'undo');
  const edit = useEditPreview<void>({
    plan: async () => plan,
    write: (_, version) => mutateAsync({ version }),
    describe: () => ({ title: 'Undo the last edit?', label: 'Undo' }),
  });
  return (
    <>
      <Button onClick={() => edit.preview()}>Undo the last edit…</Button>
      {edit.shown}
    </>
  );
}

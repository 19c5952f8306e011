import { counted, type StepTools } from '@timestep-ai/timestep/view';
import { Fold } from '../controls/fold.tsx';
import { JsonView } from '../values/json-view.tsx';
import { PanelCard } from './panel-card.tsx';

interface OfferedToolsProps {
  readonly offered: StepTools;
  /** Whether only the log is known, which contains the tools of the caller alone. */
  readonly isLogOnly: boolean;
}

/** The tools that a model request offered, with their descriptions and schemas. */
export function OfferedTools({ offered: { tools, missing }, isLogOnly }: OfferedToolsProps) {
  return (
    <>
      <p className="text-xs text-muted">
        {isLogOnly
          ? 'Tools of the caller. The log does not contain the tools of the agent.'
          : `${counted(tools.length, 'tool')} that the request offered, as the agent describes them now. The log does not contain their descriptions.`}
      </p>
      {missing !== undefined && (
        <p className="text-sm text-bad">The tools of the agent are missing: {missing}.</p>
      )}
      {tools.map(({ function: { name, description, parameters }, needsApproval }) => (
        <PanelCard
          key={name}
          title={name}
          aside={needsApproval === true ? 'needs approval' : undefined}
        >
          {description !== undefined && (
            <p className="text-sm whitespace-pre-wrap">
              <bdi>{description}</bdi>
            </p>
          )}
          <Fold title="Schema of the arguments" titleClass="mt-1 text-xs text-muted">
            <JsonView label={`Schema of ${name}`} value={parameters} />
          </Fold>
        </PanelCard>
      ))}
    </>
  );
}

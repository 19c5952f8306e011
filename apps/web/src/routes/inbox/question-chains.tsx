import { Link } from '@tanstack/react-router';
import type { ChainLink } from '@timestep-ai/timestep/view';

/** Shows for each question who asked whom, from the first caller down to the agent that asks. */
export function QuestionChains({ chains }: { chains: readonly (readonly ChainLink[])[] }) {
  return chains.map((chain, index) => (
    <ol
      key={index}
      aria-label="Who asked whom"
      className="flex flex-wrap items-center gap-x-1.5 text-sm"
    >
      {chain.map(({ agent, taskId }, at) => (
        <li key={at} className="flex items-center gap-x-1.5">
          {at > 0 && (
            <span aria-hidden="true" className="text-muted">
              ›
            </span>
          )}
          {taskId === undefined ? (
            <bdi>{agent}</bdi>
          ) : (
            <Link to="/tasks/$taskId" params={{ taskId }} className="text-agent underline">
              <bdi>{agent}</bdi>
            </Link>
          )}
          {at === chain.length - 1 && <span className="text-muted">asks</span>}
        </li>
      ))}
    </ol>
  ));
}

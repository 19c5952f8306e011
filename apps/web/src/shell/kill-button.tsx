import { Skull } from '../icons/icons.ts';
import { SESSION } from '../api/page-services.ts';
import { useRead, useSend } from '../api/queries.ts';
import { RailButton } from './rail-button.tsx';

interface Session {
  readonly signedIn: boolean;
  /** Whether the server is a demonstration whose process the page may kill. */
  readonly canKill?: boolean;
}

/** Button that kills the process of a demonstration, to show how its tasks continue afterwards. */
export function KillButton() {
  const session = useRead<Session>(SESSION, '/session');
  const kill = useSend('POST', '/demo/kill');
  if (session.data?.canKill !== true) return null;
  return (
    <RailButton
      label="Kill the server"
      short="Kill"
      icon={Skull}
      className="text-center text-bad!"
      onClick={() => kill.mutate()}
    />
  );
}

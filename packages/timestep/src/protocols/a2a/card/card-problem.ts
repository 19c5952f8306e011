/** A section of the A2A specification, such as `4.4.5 AgentSkill`. */
export type CardSection = `${string} ${string}`;

/** A deviation of an agent card from the specification. */
export interface CardProblem {
  /** The field in which the agent card deviates, such as `skills[0].tags`. Empty for the whole card. */
  readonly path: string;
  readonly message: string;
  /** `problem`: the specification requires it. `note`: the specification recommends it. */
  readonly severity: 'problem' | 'note';
  /** The version of the specification, which the card declares. */
  readonly version: '1.0' | '0.3';
  /** Number of the section, such as `4.4.5`. */
  readonly section: string;
  readonly title: string;
  readonly link: string;
}

/** Creates problem reports about an agent card, for one version of the specification. */
export interface ProblemWriter {
  problem(section: CardSection, path: string, message: string): CardProblem;
  note(section: CardSection, path: string, message: string): CardProblem;
}

export function createCardProblemWriter(version: CardProblem['version']): ProblemWriter {
  const write =
    (severity: CardProblem['severity']): ProblemWriter['problem'] =>
    (named, path, message) => {
      const [section = '', ...words] = named.split(' ');
      const title = words.join(' ');
      const link = `https://a2a-protocol.org/v${version}.0/specification/#${toAnchor(named)}`;
      return { path, message, severity, version, section, title, link };
    };
  return { problem: write('problem'), note: write('note') };
}

/** Returns the anchor that the published specification gives to a heading. */
function toAnchor(heading: string): string {
  return heading
    .toLowerCase()
    .replaceAll(/[^\w\s-]/g, '')
    .replaceAll(/\s+/g, '-');
}

/** Joins the path of an object and the name of a field in it. */
export function joinCardPath(path: string, name: string): string {
  return path === '' ? name : `${path}.${name}`;
}

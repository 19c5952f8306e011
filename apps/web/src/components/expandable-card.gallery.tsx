import { ExpandableCard } from './expandable-card.tsx';

export const title = 'Expandable card';

export const states = {
  closed: (
    <ExpandableCard name="find" about="Finds files." isOpen={false} onToggle={() => {}}>
      A form
    </ExpandableCard>
  ),
  open: (
    <ExpandableCard name="find" about="Finds files." isOpen onToggle={() => {}}>
      A form
    </ExpandableCard>
  ),
};

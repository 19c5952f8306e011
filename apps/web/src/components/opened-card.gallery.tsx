import { OpenedCard } from './opened-card.tsx';

export const title = 'Card that is opened';

export const states = {
  closed: (
    <OpenedCard name="find" about="Finds files." isOpen={false} onToggle={() => {}}>
      A form
    </OpenedCard>
  ),
  open: (
    <OpenedCard name="find" about="Finds files." isOpen onToggle={() => {}}>
      A form
    </OpenedCard>
  ),
};

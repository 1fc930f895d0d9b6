import { useId } from 'react';
import { ChoiceGroup, ChoiceRow } from '#components/form/choice-row.tsx';

export interface DeliveryWindow {
  id: string;
  /** "10h às 12h" */
  text: string;
  /** "R$ 7,90" */
  end?: string | undefined;
  full?: boolean | undefined;
}

interface Props {
  label: string;
  windows: DeliveryWindow[];
  value: string | null;
  onChange: (id: string) => void;
}

/** A window that is sold out stays and says so. */
export function WindowList({ label, windows, value, onChange }: Props) {
  const name = useId();
  return (
    <ChoiceGroup legend={label} legendHidden>
      {windows.map(({ id, text, end, full }) => (
        <ChoiceRow
          key={id}
          name={name}
          value={id}
          checked={id === value}
          onChoose={onChange}
          title={text}
          end={end}
          disabled={full}
        />
      ))}
    </ChoiceGroup>
  );
}

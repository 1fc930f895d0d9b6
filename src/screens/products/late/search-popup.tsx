import { IconButton } from '#components/form/icon-button.tsx';
import { IconBasket, IconHistory, IconTag, IconX } from '@tabler/icons-react';
import type { Suggestion } from '../suggestions.ts';
import styles from './search-popup.module.css';

export interface SearchPopupProps {
  id: string;
  /** What fits what is typed. */
  suggested: readonly Suggestion[];
  /** The one that Enter takes; -1 is the field itself. */
  active: number;
  /** What was looked for on this device, while nothing is typed. */
  recent: readonly string[];
  nameOfCampaign: (id: string) => string;
  onChoose: (suggestion: Suggestion) => void;
  onRemove: (text: string) => void;
}
const icons = { words: IconHistory, category: IconTag, product: IconBasket };

/** What hangs below the search: what fits, or what was looked for before. */
export function SearchPopup(props: SearchPopupProps) {
  return props.suggested.length > 0 ? <Suggestions {...props} /> : <RecentSearches {...props} />;
}

/** Focus stays in the field: the list is chosen from by arrows, a mouse or a finger. */
function Suggestions({ id, suggested, active, nameOfCampaign, onChoose }: SearchPopupProps) {
  const aside = (one: Suggestion): string => {
    if (one.kind === 'words') return 'buscado antes';
    if (one.kind === 'category') return one.count === 1 ? '1 produto' : `${one.count} produtos`;
    return nameOfCampaign(one.campaignId);
  };
  return (
    <div id={id} role="listbox" aria-label="Sugestões" className={styles.popup}>
      {suggested.map((one, index) => {
        const Icon = icons[one.kind];
        return (
          <div
            key={`${one.kind} ${one.kind === 'product' ? one.id : one.text}`}
            id={`${id}-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === active}
            className={styles.option}
            // The field keeps its focus.
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => onChoose(one)}
          >
            <Icon size={20} aria-hidden="true" />
            <span className={styles.words}>{one.text}</span>
            <small>{aside(one)}</small>
          </div>
        );
      })}
    </div>
  );
}

/** What was looked for on this device: once more, or away with it. */
function RecentSearches({ recent, onChoose, onRemove }: SearchPopupProps) {
  return (
    <ul aria-label="Buscas recentes" className={styles.popup}>
      {recent.map((text) => (
        <li key={text} className={styles.recent}>
          <button type="button" className={styles.option} onClick={() => onChoose({ kind: 'words', text })}>
            <IconHistory size={20} aria-hidden="true" />
            <span className={styles.words}>{text}</span>
          </button>
          <IconButton
            label={`Tirar “${text}” das buscas recentes`}
            icon={<IconX size={20} />}
            onClick={() => onRemove(text)}
          />
        </li>
      ))}
    </ul>
  );
}

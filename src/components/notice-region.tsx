import { IconX } from '@tabler/icons-react';
import { classNames } from './class-names.ts';
import { IconButton } from './icon-button.tsx';
import styles from './notice-region.module.css';

export interface Notice {
  id: string;
  text: string;
  tone?: 'info' | 'ok' | 'bad' | undefined;
  action?: { label: string; onClick: () => void } | undefined;
}

interface Props {
  notices: Notice[];
  onDismiss: (id: string) => void;
}

/** Keep it mounted: a region that arrives with its words is not read out. Nothing in it leaves by itself. */
export function NoticeRegion({ notices, onDismiss }: Props) {
  return (
    <div className={styles.region} aria-live="polite" aria-relevant="additions text">
      {notices.map(({ id, text, tone = 'info', action }) => (
        <div key={id} className={classNames(styles.notice, styles[tone])}>
          <p className={styles.text}>{text}</p>
          {action ? (
            <button type="button" className={styles.action} onClick={() => action.onClick()}>
              {action.label}
            </button>
          ) : null}
          <IconButton label="Dispensar aviso" onClick={() => onDismiss(id)} icon={<IconX size={20} aria-hidden="true" />} />
        </div>
      ))}
    </div>
  );
}

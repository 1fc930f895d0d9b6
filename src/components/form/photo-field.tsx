import { IconCamera, IconTrash } from '@tabler/icons-react';
import { Button } from './button.tsx';
import { Field, type FieldProps, inputProps } from './field.tsx';
import styles from './photo-field.module.css';

interface Props extends FieldProps {
  /** What is shown of it, an address; null while there is none. */
  picture: string | null;
  /** Whether there is one, seen or not. */
  has: boolean;
  /** What is being done with it: "Enviando a foto". */
  busy: string | null;
  onChoose: (file: Blob) => void;
  /** Missing while there is nothing to take back. */
  onRemove?: (() => void) | undefined;
  onRetry?: (() => void) | undefined;
}

/** One picture from the gallery or the camera: the device itself offers both. */
export function PhotoField(props: Props) {
  const { label, picture, has, busy, onChoose, onRemove, onRetry } = props;
  return (
    <Field {...props} bare>
      <div className={styles.photo}>
        {picture ? <img className={styles.picture} src={picture} alt={`Sua foto: ${label}`} /> : null}
        <p className={styles.state} role="status">
          {busy ?? (has ? 'Foto enviada' : '')}
        </p>
        <div className={styles.actions}>
          {has || busy ? null : (
            <label className={styles.choose}>
              <IconCamera size={20} aria-hidden="true" />
              Escolher ou tirar foto
              <input
                {...inputProps(props)}
                className={styles.input}
                type="file"
                accept="image/*"
                aria-label={label}
                onChange={(event) => {
                  const [file] = event.target.files ?? [];
                  // The same one may be chosen again.
                  event.target.value = '';
                  if (file) onChoose(file);
                }}
              />
            </label>
          )}
          {onRetry ? (
            <Button kind="soft" onClick={onRetry}>
              Tentar de novo
            </Button>
          ) : null}
          {onRemove ? (
            <Button kind="ghost" icon={<IconTrash size={20} />} onClick={onRemove}>
              Remover foto
            </Button>
          ) : null}
        </div>
      </div>
    </Field>
  );
}

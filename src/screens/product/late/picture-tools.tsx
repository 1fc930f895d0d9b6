import { VisuallyHidden } from '#components/layout/visually-hidden.tsx';
import { IconButton } from '#components/form/icon-button.tsx';
import { Sheet } from '#components/layout/sheet.tsx';
import { Art, isDrawing } from '#components/campaign/art.tsx';
import { IconChevronLeft, IconChevronRight, IconZoomIn } from '@tabler/icons-react';
import { type RefObject, useEffect, useRef, useState } from 'react';
import styles from './picture-tools.module.css';

interface Props {
  images: readonly string[];
  name: string;
  /** what holds the pictures, side by side; null where there is one */
  strip: RefObject<HTMLUListElement | null>;
}

/** Which picture is in view, a press to the next, and the same pictures large. */
export function PictureTools({ images, name, strip }: Props) {
  const [at, setAt] = useState(0);
  const [isLarge, setLarge] = useState(false);
  useEffect(() => {
    const held = strip.current;
    if (!held) return;
    const read = () => setAt(Math.round(held.scrollLeft / Math.max(1, held.clientWidth)));
    read();
    held.addEventListener('scroll', read, { passive: true });
    return () => held.removeEventListener('scroll', read);
  }, [strip]);
  const show = (next: number) => {
    const held = strip.current;
    held?.scrollTo({ left: next * held.clientWidth, behavior: 'smooth' });
  };
  const hasSeveral = images.length > 1;
  return (
    <div className={styles.tools}>
      {hasSeveral ? (
        <>
          <span className={styles.arrows}>
            <IconButton
              solid
              label="Foto anterior"
              icon={<IconChevronLeft size={24} />}
              disabled={at === 0}
              onClick={() => show(at - 1)}
            />
            <IconButton
              solid
              label="Próxima foto"
              icon={<IconChevronRight size={24} />}
              disabled={at === images.length - 1}
              onClick={() => show(at + 1)}
            />
          </span>
          <span className={styles.count} aria-live="polite">
            <span aria-hidden="true">{`${at + 1}/${images.length}`}</span>
            <VisuallyHidden>{`Foto ${at + 1} de ${images.length}`}</VisuallyHidden>
          </span>
        </>
      ) : null}
      <IconButton
        solid
        label={hasSeveral ? `Ampliar a foto ${at + 1}` : 'Ampliar a foto'}
        icon={<IconZoomIn size={24} />}
        onClick={() => setLarge(true)}
      />
      <Sheet open={isLarge} title={name} onClose={() => setLarge(false)}>
        <Large images={images} name={name} first={at} />
      </Sheet>
    </div>
  );
}

/** The pictures one below the other, the one in view first. */
function Large({ images, name, first }: Pick<Props, 'images' | 'name'> & { first: number }) {
  return (
    <ul className={styles.large}>
      {[...images.slice(first), ...images.slice(0, first)].map((image) => (
        <Zoomed key={image} image={image} name={`${name}, foto ${images.indexOf(image) + 1}`} />
      ))}
    </ul>
  );
}

/** A press brings it nearer, from its middle, and another puts it back. */
function Zoomed({ image, name }: { image: string; name: string }) {
  const box = useRef<HTMLLIElement>(null);
  const [isNear, setNear] = useState(false);
  useEffect(() => {
    const held = box.current;
    if (isNear)
      held?.scrollTo((held.scrollWidth - held.clientWidth) / 2, (held.scrollHeight - held.clientHeight) / 2);
  }, [isNear]);
  return (
    <li ref={box} className={styles.window}>
      <button
        type="button"
        className={isNear ? styles.near : styles.whole}
        aria-pressed={isNear}
        aria-label={`Aproximar: ${name}`}
        onClick={() => setNear(!isNear)}
      >
        <Art src={image} sizes="min(200vw, 1306px)" cut={isDrawing(image)} eager />
      </button>
    </li>
  );
}

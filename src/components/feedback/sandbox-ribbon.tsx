import type { LinkTarget } from '#components/form/link.ts';
import styles from './sandbox-ribbon.module.css';

interface Props {
  link?: LinkTarget | undefined;
}

/** On every page of a demo, so that nobody takes it for a shop. */
export function SandboxRibbon({ link }: Props) {
  return (
    <aside aria-label="Demonstração" className={styles.ribbon}>
      <span>
        Loja de demonstração: nada é cobrado<span className={styles.more}> nem entregue</span>.
      </span>
      {link ? <a {...link}>Ver bastidores</a> : null}
    </aside>
  );
}

import { Button } from '@mantine/core';
import { IconBuildingStore, IconVolume, IconVolumeOff, IconWifi, IconWifiOff } from '@tabler/icons-react';
import { useSelector } from '@xstate/react';
import { useEffect, useRef } from 'react';
import type { SnapshotFrom } from 'xstate';
import { newIn } from '#machines/ops/board.ts';
import {
  type DeskPlace,
  type DeskScreen,
  addressOf,
  deskScreen,
  deskScreenIds,
  opens,
} from '#machines/ops/screens.ts';
import type { shiftMachine } from '#machines/ops/shift.machine.ts';
import { armSound } from '../actors/ring.ts';
import { DeskLink, place, useDesk, useMe, usePlace } from '../context.tsx';
import { screenParts } from '../screens.ts';
import { momentOf, roleWords, shortCode } from '../words.ts';
import { Chip } from './chip.tsx';
import styles from './frame.module.css';
import { MoveBar } from './move-bar.tsx';
import { Note } from './note.tsx';

function Rail() {
  const { money, shift } = useDesk();
  const { role } = useMe();
  const here = usePlace().screen;
  const fresh = useSelector(shift, ({ context: { board } }) => (board ? newIn(board).length : 0));
  const waiting = useSelector(money, ({ context }) =>
    context.money
      ? context.money.charges.length +
        context.money.refunds.length +
        context.money.strays.length +
        context.money.disputes.length +
        context.money.approvals.length
      : 0,
  );
  const counts: Partial<Record<DeskScreen, number>> = {
    board: fresh,
    money: waiting,
  };
  return (
    <nav className={styles.rail} aria-label="Telas">
      <span className={styles.mark} aria-hidden>
        <IconBuildingStore size={26} />
      </span>
      <ul className={styles.screens}>
        {deskScreenIds.map((screen) => {
          const { Icon } = screenParts[screen];
          if (!Icon || !opens(role, screen)) return null;
          const isHere = here === screen || deskScreen(here).within === screen;
          return (
            <li key={screen}>
              <DeskLink
                to={place(screen)}
                className={styles.screen}
                aria-current={isHere ? 'page' : undefined}
              >
                <span className={styles.icon}>
                  <Icon size={22} aria-hidden />
                  {counts[screen] ? <span className={styles.count}>{counts[screen]}</span> : null}
                </span>
                {deskScreen(screen).title}
              </DeskLink>
            </li>
          );
        })}
      </ul>
    </nav>
  );
}

/** Why the board may be old: it stays so while it is read again, and until it has come. */
function lostIn(state: SnapshotFrom<typeof shiftMachine>): 'offline' | 'failed' | null {
  if (state.hasTag('offline')) return 'offline';
  if (state.hasTag('failed')) return 'failed';
  const { failures, problem } = state.context;
  if (failures === 0) return null;
  return problem === null || problem.code === 'NETWORK' ? 'offline' : 'failed';
}
const linkWords = {
  live: { tone: 'ok', text: 'Ao vivo' },
  opening: { tone: 'quiet', text: 'Conectando' },
  offline: { tone: 'bad', text: 'Sem conexão' },
  failed: { tone: 'bad', text: 'Sem resposta' },
} as const;

/** Says loudly that new orders are not heard, or that nothing is known of them; the second wins. */
function Banner() {
  const { shift } = useDesk();
  const [lost, isSilent] = useSelector(
    shift,
    (state) => [lostIn(state), state.hasTag('silent')] as const,
    (a, b) => a.every((one, at) => one === b[at]),
  );
  const again = (
    <Button size="sm" onClick={() => shift.send({ type: 'load.retried' })}>
      Tentar agora
    </Button>
  );
  if (lost === 'offline')
    return (
      <Note tone="bad" title="Sem conexão: pedido novo não chega aqui." action={again}>
        O que se vê pode estar velho. O balcão tenta de novo sozinho.
      </Note>
    );
  if (lost === 'failed')
    return (
      <Note tone="bad" title="Os pedidos não vieram do servidor." action={again}>
        O que se vê pode estar velho. O balcão tenta de novo sozinho.
      </Note>
    );
  if (!isSilent) return null;
  const arm = () => {
    armSound();
    shift.send({ type: 'sound.armed' });
  };
  return (
    <Note
      tone="bad"
      title="Sem som: pedido novo não toca neste aparelho."
      action={
        <Button size="sm" onClick={arm}>
          Ligar som
        </Button>
      }
    >
      Um toque liga até o fim do turno.
    </Note>
  );
}

const HEADING = 'desk-heading';
function Head() {
  const { ops, desk, shift } = useDesk();
  const me = useMe();
  const { screen, id } = usePlace();
  const read = useSelector(shift, ({ context: { board } }) => (board ? momentOf(board.now) : null));
  const link = useSelector(shift, (state) => lostIn(state) ?? (state.context.board ? 'live' : 'opening'));
  const isSilent = useSelector(shift, (state) => state.hasTag('silent'));
  const order = useSelector(desk, ({ children }) => children.order);
  const code = useSelector(order, (state) => state?.context.order?.code);
  const title = screen === 'order' && id ? `Pedido ${code ? shortCode(code) : ''}` : deskScreen(screen).title;
  return (
    <header className={styles.head}>
      <h1 id={HEADING} tabIndex={-1} className={styles.title}>
        {title}
      </h1>
      <p className={styles.when}>
        {read} {read ? '·' : null} {me.shop}
      </p>
      <div className={styles.chips}>
        <Chip tone={linkWords[link].tone}>
          {linkWords[link].tone === 'bad' ? (
            <IconWifiOff size={16} aria-hidden />
          ) : (
            <IconWifi size={16} aria-hidden />
          )}
          <span className={styles.sign}>{linkWords[link].text}</span>
        </Chip>
        <Chip tone={isSilent ? 'bad' : 'ok'}>
          {isSilent ? <IconVolumeOff size={16} aria-hidden /> : <IconVolume size={16} aria-hidden />}
          <span className={styles.sign}>{isSilent ? 'Sem som' : 'Som ligado'}</span>
        </Chip>
      </div>
      <p className={styles.me}>
        {me.name} · {roleWords[me.role]}
      </p>
      <Button variant="subtle" size="compact-sm" onClick={() => ops.send({ type: 'signout.requested' })}>
        Sair
      </Button>
    </header>
  );
}

/**
 * Whoever loses the focus with the screen that goes is led on: to the heading, and back from an order to the way into
 * it where that stands.
 */
function useLedOn(here: DeskPlace): void {
  const before = useRef(here);
  useEffect(() => {
    const left = before.current;
    before.current = here;
    const heading = document.getElementById(HEADING);
    const isElsewhere = left.screen !== here.screen || left.id !== here.id;
    // The heading stays from screen to screen: it has the focus of whoever was led to it before.
    if (!isElsewhere || ![document.body, heading].includes(document.activeElement as HTMLElement)) return;
    const way =
      left.screen === 'order'
        ? document.querySelector<HTMLElement>(`main a[href="${addressOf(left)}"]`)
        : null;
    (way ?? heading)?.focus();
  }, [here]);
}

/** What stands around every screen of the desk: rail, bar, the loud banner and the moves under way. */
export function Frame() {
  const { desk } = useDesk();
  const here = usePlace();
  const { screen, id } = here;
  useLedOn(here);
  const refused = useSelector(desk, ({ context }) => context.refused);
  const { Screen } = screenParts[screen];
  return (
    <div className={styles.frame}>
      <Rail />
      <Head />
      <main className={styles.main} data-screen={screen}>
        <Banner />
        {refused ? (
          <Note tone="warn" title={`${deskScreen(refused).title} não abre para o seu papel.`}>
            Peça a quem é responsável pela loja.
          </Note>
        ) : null}
        <Screen key={id} />
      </main>
      <MoveBar />
    </div>
  );
}

import { createRoot } from 'react-dom/client';
import { createActor } from 'xstate';
import { deskMachine } from '#machines/ops/desk.machine.ts';
import { handoverMachine } from '#machines/ops/handover.machine.ts';
import { opsLoginMachine } from '#machines/ops/login.machine.ts';
import { moneyMachine } from '#machines/ops/money.machine.ts';
import { movesMachine } from '#machines/ops/moves.machine.ts';
import { officeMachine } from '#machines/ops/office.machine.ts';
import { opsMachine } from '#machines/ops/ops.machine.ts';
import { opsOrderMachine } from '#machines/ops/order.machine.ts';
import { pausesMachine } from '#machines/ops/pauses.machine.ts';
import { FIRST_PLACE, placeAt } from '#machines/ops/screens.ts';
import { proofMachine } from '#machines/ops/proof.machine.ts';
import { revealMachine } from '#machines/ops/reveal.machine.ts';
import { shiftMachine } from '#machines/ops/shift.machine.ts';
import { tableMachine } from '#machines/ops/table.machine.ts';
import { deskActors } from './actors/desk.ts';
import { hearNews } from './actors/news.ts';
import { picturesPort } from './actors/pictures.ts';
import { ring } from './actors/ring.ts';
import { createSession } from './actors/session.ts';
import { Ops } from './ops.tsx';
import { type OpsActor, followHistory } from './history.ts';

/** What the page of the server says: `app` is the tenant's client name. */
const said = (name: string): string =>
  document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content ?? '';

/** Charts with their ports, by what each asks. */
function wholeDesk(onLost: () => void) {
  const { session, actors, loginActors, stepUp } = createSession({
    base: location.origin,
    app: said('app'),
    onLost,
  });
  const desk = deskActors(session);
  const proof = proofMachine.provide({ actors: { stepUp } });
  return opsMachine.provide({
    actors: {
      ...actors,
      login: opsLoginMachine.provide({ actors: loginActors }),
      desk: deskMachine.provide({
        actors: {
          shift: shiftMachine.provide({
            actors: { loadBoard: desk.loadBoard, hearNews: hearNews(session), ring },
          }),
          moves: movesMachine.provide({ actors: { sendMove: desk.sendMove } }),
          money: moneyMachine.provide({
            actors: { loadMoney: desk.loadMoney, settleMoney: desk.settleMoney, proof },
          }),
          table: tableMachine.provide({ actors: { loadTable: desk.loadTable } }),
          order: opsOrderMachine.provide({
            actors: { loadOpsOrder: desk.loadOpsOrder, loadReturnPictures: picturesPort(session) },
          }),
          reveal: revealMachine.provide({ actors: { revealPerson: desk.revealPerson, proof } }),
          handover: handoverMachine.provide({
            actors: { findHandover: desk.findHandover, deliver: desk.deliver },
          }),
          pauses: pausesMachine.provide({
            actors: { loadPauses: desk.loadPauses, sendPause: desk.sendPause },
          }),
          office: officeMachine.provide({
            actors: { loadOffice: desk.loadOffice, changeStaff: desk.changeStaff, proof },
          }),
        },
      }),
    },
  });
}

interface HearsNetwork {
  send(event: { type: 'network.restored' }): void;
}
/** The network came back: every chart that waits for it tries again. */
function notifyRestored(ops: OpsActor): void {
  ops.send({ type: 'network.restored' });
  const charts = ops.getSnapshot().children.desk?.getSnapshot().children ?? {};
  for (const chart of Object.values<HearsNetwork | undefined>(charts))
    chart?.send({ type: 'network.restored' });
}
const notifyLost = (ops: OpsActor): void =>
  ops.getSnapshot().children.desk?.getSnapshot().children.shift?.send({ type: 'network.lost' });

export function startDesk(): void {
  const ops = createActor(
    wholeDesk(() => ops.send({ type: 'session.lost' })),
    { input: { asked: placeAt(location.href) ?? FIRST_PLACE } },
  );
  addEventListener('online', () => notifyRestored(ops));
  addEventListener('offline', () => notifyLost(ops));
  followHistory(ops, said('store'));
  ops.start();
  const root = document.querySelector('#root');
  if (root) createRoot(root).render(<Ops ops={ops} store={said('store')} />);
}

import type { AppActor } from '#machines/app/app.machine.ts';
import { livingFlow } from '#machines/app/selectors.ts';

const NAME = 'update';
/** Where people type: a reload would take it away. A search is in the address already. */
const TYPED =
  '#conteudo :is(input:not([type=search], [type=radio], [type=checkbox], [type=hidden]), textarea)';

/** Whether a reload takes nothing from the person: no step of a flow is open and nothing is typed. */
export function mayReload(app: AppActor, page: Document = document): boolean {
  if (livingFlow(app.getSnapshot())) return false;
  return [...page.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>(TYPED)].every(
    ({ value }) => value.trim() === '',
  );
}

/**
 * Says that a new version of the shop waits. It comes in at a press when that takes nothing away, else when
 * the page is left (REL-13).
 * @param update lets the new version in and loads the page again
 */
export function offerUpdate(app: AppActor, update: () => void): void {
  const { notices } = app.getSnapshot().children;
  addEventListener('pagehide', update, { once: true });
  notices?.on('notice.acted', ({ name }) => {
    if (name !== NAME) return;
    if (mayReload(app)) update();
    else
      notices.send({
        type: 'notice.posted',
        text: 'Termine com calma: a versão nova entra quando você sair da loja.',
      });
  });
  notices?.send({
    type: 'notice.posted',
    text: 'Há uma versão nova da loja.',
    topic: NAME,
    action: { label: 'Atualizar agora', name: NAME },
  });
}

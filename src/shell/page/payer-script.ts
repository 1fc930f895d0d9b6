/**
 * Stands as text in the page of a payer: no word of another module is known here. Copies the code, counts the
 * time that is left, and asks every five seconds how the charge stands; when it stands otherwise, the page is
 * loaded anew. Without it everything can be read, selected and paid.
 */
export function payer(): void {
  const { left = '0', retry } = document.currentScript?.dataset ?? {};
  const EVERY = 5_000;
  const part = (id: string) => document.getElementById(id);
  const [code, copy, clock, said] = ['code', 'copy', 'clock', 'said'].map(part);
  const reload = () => window.location.reload();
  if (retry !== undefined) setTimeout(reload, 3 * EVERY);
  if (!code || !clock || !said) return;

  const begun = performance.now();
  const button = copy?.querySelector('button');
  const say = (text: string) => {
    said.textContent = text;
  };
  const select = () => {
    getSelection()?.selectAllChildren(code);
    // Absent on plain http; whoever is refused has it selected.
    // oxlint-disable-next-line typescript/no-deprecated -- the one way without the clipboard's own
    say(document.execCommand('copy') ? 'Código copiado' : 'O código está selecionado: copie por ele.');
  };
  copy?.removeAttribute('hidden');
  code.onclick = select;
  if (button)
    button.onclick = () => {
      const written =
        navigator.clipboard?.writeText(code.textContent ?? '') ?? Promise.reject(new TypeError());
      written.then(() => say('Código copiado'), select);
    };

  const two = (value: number) => String(value).padStart(2, '0');
  const tick = () => {
    const seconds = Math.ceil((Number(left) - (performance.now() - begun)) / 1_000);
    // The server says whether it is over.
    if (seconds < 0) return reload();
    clock.textContent = `, faltam ${two(Math.floor(seconds / 60))}:${two(seconds % 60)}`;
    setTimeout(tick, 1_000);
  };
  tick();

  let tag = '';
  let timer: ReturnType<typeof setTimeout> | undefined;
  const look = async (): Promise<void> => {
    clearTimeout(timer);
    if (document.hidden) return;
    try {
      const answer = await fetch(`/api/pix/link/${window.location.pathname.split('/').pop()}`, {
        cache: 'no-store',
        headers: tag ? { 'If-None-Match': tag } : {},
      });
      if (answer.status === 404) return reload();
      if (answer.ok) {
        tag = answer.headers.get('ETag') ?? '';
        const { status } = (await answer.json()) as { status: string };
        if (status !== 'pending') return reload();
      }
    } catch {
      // Without a network the code can still be paid in the app of the bank.
    }
    timer = setTimeout(() => void look(), EVERY);
  };
  document.onvisibilitychange = () => void look();
  timer = setTimeout(() => void look(), EVERY);
}

export const PAYER_SCRIPT = `(${payer.toString()})()`;

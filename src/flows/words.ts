/** An event in words where XState has only a name of its own. */
export function eventWords(event: string): string {
  const [, kind, name = ''] =
    /^xstate\.(done\.actor|error\.actor|snapshot|after|init|stop)\.?(.*)$/.exec(event) ?? [];
  if (kind === 'done.actor') return `${name} respondeu`;
  if (kind === 'error.actor') return `${name} falhou`;
  if (kind === 'snapshot') return `${name} mudou`;
  if (kind === 'after') return `depois de ${name}`;
  return kind === 'init' ? 'começou' : event;
}

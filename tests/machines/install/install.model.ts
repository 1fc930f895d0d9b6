import { type InstallContext, type InstallInput, installMachine } from '#machines/install/install.machine.ts';
import { expectThat } from '#tests/support/expect-that.ts';
import { bug, fault, refusal } from '#tests/support/samples.ts';
import type { Model, Oracle } from '#tests/support/walk.ts';

const words = {
  id: 'installAndroid',
  title: 'Na tela inicial',
  text: 'Abre com um toque.',
  buttons: [{ text: 'Agora não', event: 'install.dismissed', variant: 'secondary' as const }],
};
const first: InstallInput = { way: null, isInstalled: false };

export const machine = installMachine;
export const model: Model<typeof installMachine> = {
  inputs: [
    first,
    { ...first, way: 'share' },
    { ...first, way: 'prompt' },
    { ...first, way: 'outside' },
    { ...first, way: 'share', isInstalled: true },
  ],
  events: [
    { type: 'prompt.offered' },
    { type: 'install.accepted' },
    { type: 'install.dismissed' },
    { type: 'app.installed' },
  ],
  outcomes: {
    readInstallWords: [{ ok: words }, { ok: null }, fault, refusal('NOT_FOUND'), bug],
    promptInstall: [{ ok: 'accepted' }, { ok: 'dismissed' }, bug],
  },
  reduceContext: (given) => {
    const { way, words: own } = given as InstallContext;
    return [way, own !== null];
  },
};
/** Nothing is offered where it cannot be, or to whoever has it. */
export const oracle: Oracle = (snapshot, { steps, before }) => {
  const context = snapshot.context as InstallContext;
  const value = String(snapshot.value);
  expectThat(snapshot.hasTag('offered') === (value === 'offered'), `${value}: offered where it is`);
  if (['reading', 'offered', 'asking'].includes(value)) {
    expectThat(context.way !== null, 'offered where it can be');
    expectThat(!context.isInstalled, 'not to whoever has it');
  }
  const event = steps.at(-1);
  if (!event || !before) {
    if (context.isInstalled) return expectThat(value === 'installed', 'it is there');
    return expectThat(value === (context.way === null ? 'resting' : 'reading'), 'only where it can be');
  }
  const was = String(before.value);
  if (event.type === 'app.installed') return expectThat(value === 'installed', 'from wherever it was');
  if (event.type === 'install.dismissed')
    expectThat(value === (was === 'offered' ? 'silent' : was), 'what is shown can be sent away');
  if (event.type === 'install.accepted') {
    const next = (before.context as InstallContext).way === 'prompt' ? 'asking' : 'silent';
    expectThat(value === (was === 'offered' ? next : was), 'the browser asks, or the person does it');
  }
  if (event.type === 'prompt.offered' && ['resting', 'reading', 'offered'].includes(was))
    expectThat(context.way === 'prompt', 'the browser’s own question is the better way');
  if (was === 'reading' && event.type.startsWith('xstate.'))
    expectThat(value === 'offered', 'offered with whatever words there are');
  if (was === 'asking' && event.type.startsWith('xstate.done'))
    expectThat(value === (event['output'] === 'accepted' ? 'installed' : 'silent'), 'as the person answered');
  if (was === 'asking' && event.type.startsWith('xstate.error'))
    expectThat(value === 'resting' && context.way === null, 'a question that is spent is no way');
};

import { refusalText } from '#client/forms/form.ts';
import { useNoAnswer } from '#client/no-answer.ts';
import { type DevicesView, useDevices } from '#client/shop/account/devices.ts';
import { RefusalNote } from '#components/feedback/refusal-note.tsx';
import { RowsSkeleton, Waiting } from '#components/feedback/skeleton-screens.tsx';
import { Button } from '#components/form/button.tsx';
import { Chip } from '#components/form/chip.tsx';
import { Card } from '#components/layout/card.tsx';
import { ListRow, RowList } from '#components/layout/list-row.tsx';
import { Section } from '#components/layout/section.tsx';
import { Stack } from '#components/layout/stack.tsx';
import { Text } from '#components/layout/text.tsx';
import type { Browser, Device, DeviceSystem, SignedInDevice } from '#contract/people/device.ts';
import { formatDay, formatMoment } from '#domain/dates.ts';
import type { Ending } from '#machines/account/devices.machine.ts';
import { IconDeviceLaptop, IconDeviceMobile } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';

const browsers: Record<Browser, string> = {
  chrome: 'Chrome',
  safari: 'Safari',
  firefox: 'Firefox',
  edge: 'Edge',
  samsung: 'Samsung Internet',
  opera: 'Opera',
  instagram: 'Instagram',
  facebook: 'Facebook',
};
const systems: Record<DeviceSystem, string> = {
  android: 'Android',
  iphone: 'iPhone',
  ipad: 'iPad',
  windows: 'Windows',
  mac: 'Mac',
  chromebook: 'Chromebook',
  linux: 'Linux',
};
const inHand: readonly (DeviceSystem | undefined)[] = ['android', 'iphone', 'ipad'];

/** `Chrome no Android`, or as much of it as is known. */
function nameOf({ browser, system }: Device): string {
  if (system === undefined) return browser === undefined ? 'Aparelho não identificado' : browsers[browser];
  return `${browser === undefined ? 'Navegador' : browsers[browser]} no ${systems[system]}`;
}
const said = (ended: Ending): string =>
  'others' in ended
    ? 'Os outros aparelhos saíram da sua conta.'
    : `${nameOf(ended.device)} saiu da sua conta.`;

/** Where a person is signed in, and how to sign out there. */
export function Devices() {
  return <DevicesSection {...useDevices()} />;
}

export function DevicesSection(view: DevicesView) {
  const { state, send } = view;
  const noAnswer = useNoAnswer();
  const again = { label: 'Tentar de novo', onClick: () => send({ type: 'load.retried' }) };
  return (
    <Section title="Aparelhos conectados">
      <Stack gap={4}>
        <Text tone="soft">
          Onde a sua conta está aberta. Se você não reconhece um aparelho, saia dele por aqui: para voltar,
          ele precisa de um novo código.
        </Text>
        {state.matches('unheard') ? (
          <RefusalNote
            text={noAnswer.say(
              'Mostramos os seus aparelhos quando a conexão voltar.',
              'Ainda não sabemos em que aparelhos você está: já estamos perguntando.',
            )}
            remedy={again}
          />
        ) : null}
        {state.matches('failed') ? (
          <RefusalNote tone="bad" text="Não conseguimos abrir a lista de aparelhos." remedy={again} />
        ) : null}
        {state.matches('loading') ? (
          <Waiting text="Carregando os seus aparelhos">
            <RowsSkeleton count={2} />
          </Waiting>
        ) : null}
        {state.matches('unsure') ? (
          <RefusalNote
            text={noAnswer.say(
              'Não sabemos se o aparelho saiu da conta: repetimos o pedido quando a conexão voltar.',
              'Não sabemos se o aparelho saiu da conta: já estamos repetindo o pedido.',
            )}
            remedy={again}
          />
        ) : null}
        {state.matches('shown') || state.matches('ending') || state.matches('unsure') ? (
          <KnownDevices {...view} />
        ) : null}
      </Stack>
    </Section>
  );
}

/** The devices as the server told them last. Whoever signed one out stands on what is said of it. */
function KnownDevices({ state, send }: DevicesView) {
  const { devices, lastLogin, ending, ended, problem } = state.context;
  const told = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (ended !== null && document.activeElement === document.body) told.current?.focus();
  }, [ended]);
  const isEnding = ending !== null;
  return (
    <>
      {state.matches('shown') && problem ? <RefusalNote tone="bad" text={refusalText(problem)} /> : null}
      {ended ? (
        <div ref={told} tabIndex={-1}>
          <RefusalNote tone="info" text={said(ended)} />
        </div>
      ) : null}
      <Card pad={false}>
        <RowList divided label="Aparelhos conectados">
          {devices.map((device) => (
            <DeviceRow
              key={device.id}
              device={device}
              isEnding={isEnding && 'device' in ending && ending.device.id === device.id}
              isHeld={isEnding}
              onEnd={() => send({ type: 'ending.requested', device })}
            />
          ))}
        </RowList>
      </Card>
      {devices.length > 1 ? (
        <Button
          kind="soft"
          busy={isEnding && 'others' in ending}
          disabled={isEnding && 'device' in ending}
          onClick={() => send({ type: 'others.requested' })}
        >
          Sair de todos os outros
        </Button>
      ) : null}
      {lastLogin ? (
        <Text size={15} tone="soft">
          {`Último acesso além deste: ${formatMoment(Date.parse(lastLogin.at))}, ${nameOf(lastLogin)}.`}
        </Text>
      ) : null}
    </>
  );
}

interface RowProps {
  device: SignedInDevice;
  /** it is being signed out */
  isEnding: boolean;
  /** something is: nothing else can be until the server has answered */
  isHeld: boolean;
  onEnd: () => void;
}
function DeviceRow({ device, isEnding, isHeld, onEnd }: RowProps) {
  const { current, system } = device;
  const name = nameOf(device);
  const since = `Entrou ${formatDay(Date.parse(device.since))}`;
  return (
    <ListRow
      icon={inHand.includes(system) ? <IconDeviceMobile size={24} /> : <IconDeviceLaptop size={24} />}
      title={name}
      detail={
        current ? (
          since
        ) : (
          <>
            {since}
            <br />
            {`Último uso ${formatMoment(Date.parse(device.usedAt))}`}
          </>
        )
      }
      note={current ? <Chip tone="ok">Este aparelho</Chip> : undefined}
      end={
        <div>
          <Button
            kind="quiet"
            size="s"
            width="auto"
            label={
              current
                ? 'Sair deste aparelho'
                : `Sair de ${name}, que entrou ${formatMoment(Date.parse(device.since))}`
            }
            busy={isEnding}
            disabled={isHeld && !isEnding}
            onClick={onEnd}
          >
            Sair
          </Button>
        </div>
      }
    />
  );
}

import { AppScreen } from '#client/app-screen.tsx';
import { useForm } from '#client/forms/form.ts';
import { useAppState } from '#client/hooks.ts';
import { useGo, useLinkTo, useScreen } from '#client/links.ts';
import { type ScanView, useFollow, useFollowOrder, useScan } from '#client/outside/scan.ts';
import { RefusalNote } from '#components/feedback/refusal-note.tsx';
import { Button } from '#components/form/button.tsx';
import { classNames } from '#components/form/class-names.ts';
import { ChoosePicture } from '#components/form/photo-field.tsx';
import { Segmented } from '#components/form/segmented.tsx';
import { SubmitButton } from '#components/form/submit-button.tsx';
import { TextField } from '#components/form/text-field.tsx';
import { ScreenHeading } from '#components/layout/screen-heading.tsx';
import { Stack } from '#components/layout/stack.tsx';
import { Text } from '#components/layout/text.tsx';
import { TextLink } from '#components/layout/text-link.tsx';
import { NeededText } from '#contract/scalars.ts';
import { formatOrderCode } from '#domain/order/order-code.ts';
import type { Camera } from '#machines/access/scan.machine.ts';
import { IconCamera, IconCameraRotate } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import * as v from 'valibot';
import styles from './qr-code.module.css';

/** Longest text of a code that is shown again, in letters. */
const SHOWN = 160;
const Answers = v.object({ text: NeededText(4_296, 'Digite o código ou cole o link.') });

const problems = {
  denied:
    'Este aparelho não deixou a loja usar a câmera. Dá para permitir nos ajustes do navegador e tentar de novo, mandar uma foto do código ou digitá-lo.',
  missing: 'Não encontramos câmera aqui. Mande uma foto do código ou digite o que está escrito nele.',
  occupied:
    'Outro aplicativo está usando a câmera, ou o aparelho a fechou. Feche o outro e tente de novo, mande uma foto ou digite.',
  failed: 'A leitura pela câmera parou. Tente de novo, mande uma foto do código ou digite.',
  blank: 'Não achamos um código nesta foto. Escolha outra, mais de perto e com luz, ou digite.',
  unread: 'O leitor de códigos não chegou: parece que a internet caiu. Tente de novo ou digite o código.',
} as const;
const states = ['denied', 'missing', 'occupied', 'failed', 'blank', 'unread'] as const;

/** A code that somebody has before them: read by the camera, from a picture, or typed. */
export function QrCodeScreen() {
  const view = useScan();
  const linkTo = useLinkTo();
  const isClient = useAppState(({ context }) => context.session === 'client');
  const { state, send } = view;
  const { text, url } = useScreen('app.qrCode').search;
  const shared = url ?? text;
  const go = useGo();
  const arrived = useRef<string | undefined>(undefined);
  // What another app shared with the installed shop is read as if it had been typed, once it is off the address: Back
  // comes to the reader.
  useEffect(() => {
    if (shared !== undefined) {
      arrived.current = shared;
      go('app.qrCode');
    } else if (arrived.current !== undefined) {
      send({ type: 'text.submitted', text: arrived.current });
      arrived.current = undefined;
    }
  }, [shared, send, go]);
  // A file that is chosen on the page of the server would reach nobody: its place is there, it comes with the chart.
  const [isHere, setIsHere] = useState(false);
  useEffect(() => {
    const next = requestAnimationFrame(() => setIsHere(true));
    return () => cancelAnimationFrame(next);
  }, []);
  if (state.matches('found'))
    return (
      <AppScreen title="Ler código" width="narrow">
        <Stack gap={6} gutter>
          <Found {...view} />
        </Stack>
      </AppScreen>
    );
  const problem = states.find((name) => state.matches(name));
  return (
    <AppScreen title="Ler código" width="narrow">
      <Stack gap={6} gutter>
        <Stack gap={2}>
          <ScreenHeading>Você tem um código?</ScreenHeading>
          <Text tone="soft">
            Leia o QR de um convite, de um pedido, de um cupom ou de um produto desta loja. A câmera serve só
            para achar o código: a imagem não sai deste aparelho.
          </Text>
        </Stack>
        {problem ? <RefusalNote text={problems[problem]} /> : null}
        {state.hasTag('stranger') ? <Stranger {...view} /> : null}
        {state.matches('picture') ? <RefusalNote tone="info" text="Procurando o código na foto." /> : null}
        {state.hasTag('using') || state.matches('paused') ? (
          <Viewfinder {...view} />
        ) : (
          <Button icon={<IconCamera size={22} />} onClick={() => send({ type: 'camera.requested' })}>
            {problem ? 'Tentar com a câmera' : 'Usar a câmera'}
          </Button>
        )}
        <Typed {...view} />
        <div className={styles.ways}>
          {isHere ? (
            <ChoosePicture onChoose={(file) => send({ type: 'picture.chosen', file })}>
              Escolher foto do código
            </ChoosePicture>
          ) : null}
        </div>
        {isClient ? (
          <TextLink link={linkTo('app.clickAndCollect')} arrow>
            Mostrar meu código de retirada
          </TextLink>
        ) : null}
      </Stack>
    </AppScreen>
  );
}

/** What the camera sees, and what this camera can do. */
function Viewfinder({ state, send }: ScanView) {
  const { camera, facing, isLit } = state.context;
  return (
    <Stack gap={3}>
      <div className={styles.frame}>
        {camera ? <Picture {...camera} isMirrored={facing === 'user'} /> : null}
        {camera ? null : (
          <p className={styles.state} role="status">
            {state.matches('paused')
              ? 'A câmera está desligada'
              : 'Abrindo a câmera. Permita quando o aparelho perguntar.'}
          </p>
        )}
      </div>
      {camera?.hasTorch ? (
        <Segmented
          label="Luz da câmera"
          options={[
            { value: 'off', label: 'Sem luz' },
            { value: 'on', label: 'Com luz' },
          ]}
          value={isLit ? 'on' : 'off'}
          onChange={(value) => send({ type: 'torch.chosen', isLit: value === 'on' })}
        />
      ) : null}
      {camera?.hasOther ? (
        <Button
          kind="soft"
          icon={<IconCameraRotate size={22} />}
          onClick={() => send({ type: 'camera.turned' })}
        >
          Usar a outra câmera
        </Button>
      ) : null}
      <Button kind="ghost" onClick={() => send({ type: 'camera.closed' })}>
        Desligar a câmera
      </Button>
    </Stack>
  );
}

function Picture({ stream, isMirrored }: Camera & { isMirrored: boolean }) {
  const video = useRef<HTMLVideoElement>(null);
  useEffect(() => {
    if (video.current) video.current.srcObject = stream;
  }, [stream]);
  return (
    <video
      ref={video}
      className={classNames(styles.picture, isMirrored && styles.mirrored)}
      aria-label="O que a câmera vê"
      autoPlay
      muted
      playsInline
    />
  );
}

/** A code of somebody else: what it says, and what may be meant. */
function Stranger({ state }: ScanView) {
  const { scanned } = state.context;
  if (scanned?.kind !== 'stranger') return null;
  const { text } = scanned;
  return (
    <RefusalNote
      text={`Este código não é desta loja. Nele está: “${text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text}”. Um cupom se digita no carrinho; o código de retirada se mostra no balcão.`}
    />
  );
}

function Typed({ send }: ScanView) {
  const form = useForm({
    schema: Answers,
    initial: () => ({ text: '' }),
    onSubmit: ({ text }) => send({ type: 'text.submitted', text }),
  });
  return (
    <Stack gap={4} as="form" {...form.props}>
      <TextField
        label="Código ou link"
        {...form.field('text')}
        help="O que está escrito junto do QR, ou o link que você recebeu."
        autoComplete="off"
        autoCapitalize="none"
        enterKeyHint="go"
        required
      />
      <SubmitButton kind="soft">Abrir</SubmitButton>
    </Stack>
  );
}

/** What a code of this store is, while its page comes; sixteen characters are one of two things. */
function Found({ state, send }: ScanView) {
  const linkTo = useLinkTo();
  const { scanned } = state.context;
  if (scanned?.kind === 'page') return <Page {...scanned} />;
  if (scanned?.kind === 'pickup') return <Pickup {...scanned} />;
  if (scanned?.kind !== 'code') return null;
  return (
    <>
      <Stack gap={2}>
        <ScreenHeading>O que é este código?</ScreenHeading>
        <Text tone="soft">
          {`${formatOrderCode(scanned.code)} pode ser um convite, uma chave ou um pedido: os três têm 16 letras e números.`}
        </Text>
      </Stack>
      <Stack gap={3}>
        <Button link={linkTo('app.inviteCode', {}, { key: scanned.code })}>Usar convite ou chave</Button>
        <Button kind="soft" link={linkTo('app.orderTrackingDetails', { code: scanned.code })}>
          Acompanhar o pedido
        </Button>
        <Button kind="ghost" onClick={() => send({ type: 'camera.requested' })}>
          Ler outro código
        </Button>
      </Stack>
    </>
  );
}

function Page({ link }: { link: string }) {
  const target = useFollow(link);
  return (
    <>
      <ScreenHeading>O código é desta loja</ScreenHeading>
      <Button link={target}>Abrir a página dele</Button>
    </>
  );
}

function Pickup({ orderCode }: { orderCode: string }) {
  const linkTo = useLinkTo();
  useFollowOrder(orderCode);
  return (
    <>
      <ScreenHeading>É um código de retirada</ScreenHeading>
      <Text tone="soft">Ele se mostra no balcão. Aqui ele abre o andamento do pedido.</Text>
      <Button link={linkTo('app.orderTrackingDetails', { code: orderCode })}>Ver o andamento</Button>
    </>
  );
}

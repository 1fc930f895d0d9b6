import { refusalText } from '#client/forms/form.ts';
import { ProofForm } from '#client/forms/proof-form.tsx';
import { useTenant } from '#client/hooks.ts';
import { useNoAnswer } from '#client/no-answer.ts';
import { type OwnDataView, useOwnData } from '#client/shop/account/privacy.ts';
import { RefusalNote } from '#components/feedback/refusal-note.tsx';
import { CardSkeleton, Waiting } from '#components/feedback/skeleton-screens.tsx';
import { Button } from '#components/form/button.tsx';
import { Breakable } from '#components/layout/breakable.tsx';
import { Section } from '#components/layout/section.tsx';
import { Sheet } from '#components/layout/sheet.tsx';
import { Stack } from '#components/layout/stack.tsx';
import { Text } from '#components/layout/text.tsx';
import { formatPhone } from '#domain/person/phone.ts';
import type { Owner } from '#machines/account/contact.machine.ts';

/** A copy of what the store keeps of a person, and the end of their account. */
export function OwnData({ owner }: { owner: Owner }) {
  const view = useOwnData(owner);
  const { state, send } = view;
  const noAnswer = useNoAnswer();
  const { problem, isLeaving } = state.context;
  const isOpen = !state.hasTag('editable') || state.matches('warning');
  const isExporting = state.matches('exporting');
  return (
    <Section title="Seus dados são seus">
      <Stack gap={3}>
        <Text tone="soft">
          Baixe uma cópia de tudo o que a loja guarda de você, ou exclua a conta. As duas coisas pedem um
          código para confirmar que é você.
        </Text>
        {state.matches('idle') && problem ? (
          <RefusalNote
            tone="bad"
            text={
              problem.code === 'NETWORK'
                ? noAnswer.say(
                    'A cópia não veio. Peça de novo quando a conexão voltar.',
                    'A cópia não veio. Peça de novo.',
                  )
                : refusalText(problem)
            }
          />
        ) : null}
        {state.matches('exported') ? (
          <RefusalNote tone="info" text="A cópia foi salva neste aparelho, entre os arquivos baixados." />
        ) : null}
        <Button kind="soft" busy={isExporting} onClick={() => send({ type: 'export.requested' })}>
          Baixar meus dados
        </Button>
        <Button kind="ghost" onClick={() => send({ type: 'deletion.requested' })}>
          Excluir minha conta
        </Button>
      </Stack>
      <Sheet
        open={isOpen && !isExporting}
        title={
          state.matches('proving')
            ? 'Confirme que é você'
            : isLeaving
              ? 'Excluindo a sua conta'
              : 'Excluir a sua conta?'
        }
        onClose={() => send({ type: 'request.cancelled' })}
      >
        <OwnDataStep {...view} />
      </Sheet>
    </Section>
  );
}

/** What stands in the sheet: what an end means, the code, and the wait for the answer. */
export function OwnDataStep({ state, send }: OwnDataView) {
  const noAnswer = useNoAnswer();
  const { proof } = state.children;
  const { known, problem } = state.context;
  if (state.matches('warning'))
    return (
      <Stack gap={4}>
        {problem ? <RefusalNote tone="bad" text={refusalText(problem)} /> : null}
        <WhatHappens />
        <Button kind="danger" onClick={() => send({ type: 'deletion.confirmed' })}>
          Continuar para excluir
        </Button>
        <Button kind="ghost" onClick={() => send({ type: 'request.cancelled' })}>
          Manter a conta
        </Button>
      </Stack>
    );
  if (state.matches('proving'))
    return (
      <Stack gap={4}>
        <Text tone="soft">
          Enviamos um código para{' '}
          <Text as="span" weight={600} tone="ink" nowrap={known.phone !== null}>
            <Breakable>{known.phone ? formatPhone(known.phone) : (known.email ?? '')}</Breakable>
          </Text>
          .{state.context.isLeaving ? ' Confirmado, a conta é excluída na hora.' : ''}
        </Text>
        {proof ? <ProofForm proof={proof} /> : null}
      </Stack>
    );
  return (
    <Stack gap={4}>
      {state.hasTag('offline') ? (
        <RefusalNote
          text={noAnswer.say(
            'Não sabemos se a conta foi excluída: repetimos o pedido quando a conexão voltar.',
            'Não sabemos se a conta foi excluída: já estamos repetindo o pedido.',
          )}
        />
      ) : null}
      <Waiting text="Excluindo a sua conta">
        <CardSkeleton height="120px" />
      </Waiting>
    </Stack>
  );
}

/** What the server does (`erasure.ts`), in words. */
function WhatHappens() {
  const { payment } = useTenant();
  return (
    <Stack gap={2}>
      <Text>Não há como desfazer. Na mesma hora:</Text>
      <Stack as="ul" gap={2}>
        <li>
          Seu nome, contatos, endereços, cartões e convites são apagados, e você sai de todos os aparelhos.
        </li>
        <li>Pedidos que ainda não foram pagos são cancelados.</li>
        <li>Pedidos pagos seguem até o fim; depois, nome e endereço saem deles.</li>
        {payment.methods.includes('WALLET') ? (
          <li>O que sobrou na carteira não pode mais ser usado.</li>
        ) : null}
      </Stack>
      <Text tone="soft">
        A lei manda guardar, sem o seu nome: itens, valores e datas dos pedidos, os pagamentos e o registro do
        que você permitiu.
      </Text>
    </Stack>
  );
}

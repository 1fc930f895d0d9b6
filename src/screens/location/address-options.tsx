import { refusalText } from '#client/forms/form.ts';
import { useNoAnswer } from '#client/no-answer.ts';
import type { AddressBookView } from '#client/shop/place/address-book.ts';
import { RefusalNote } from '#components/feedback/refusal-note.tsx';
import { CardSkeleton, Waiting } from '#components/feedback/skeleton-screens.tsx';
import { Button } from '#components/form/button.tsx';
import { ListRow, RowList } from '#components/layout/list-row.tsx';
import { Sheet } from '#components/layout/sheet.tsx';
import { Stack } from '#components/layout/stack.tsx';
import { Text } from '#components/layout/text.tsx';
import type { Address } from '#contract/place.ts';
import { formatAddressLine } from '#domain/place/address.ts';
import { isSameAddress } from '#domain/place/same-address.ts';
import { IconPencil, IconStar, IconTrash } from '@tabler/icons-react';
import { addressTitle } from './address-words.ts';

interface Props extends AddressBookView {
  /** the place that is delivered to now */
  inUse: Address | null;
  onEdit: (address: Address) => void;
}

/** What can be done with one address of the account. */
export function AddressOptions(props: Props) {
  const { state, send } = props;
  const { subject, change } = state.context;
  const title = subject ? addressTitle(subject) : '';
  return (
    <Sheet
      open={state.hasTag('about')}
      title={
        state.matches('options')
          ? title
          : state.matches('asking')
            ? `Excluir ${title}?`
            : change === 'remove'
              ? `Excluindo ${title}`
              : `${title} como o de sempre`
      }
      onClose={() => send({ type: 'options.closed' })}
    >
      <AddressOptionsStep {...props} />
    </Sheet>
  );
}

/** What stands in the sheet: the options, the question before a deletion, and what comes of it. */
export function AddressOptionsStep({ state, send, inUse, onEdit }: Props) {
  const noAnswer = useNoAnswer();
  const { subject, addresses, isContested, problem } = state.context;
  if (!subject) return null;
  const close = () => send({ type: 'options.closed' });
  const isDefault = addresses[0] !== undefined && isSameAddress(addresses[0], subject);
  if (state.matches('options'))
    return (
      <Stack gap={3}>
        <Text tone="soft">{formatAddressLine(subject)}</Text>
        <RowList label="Opções do endereço">
          <ListRow icon={<IconPencil size={24} />} title="Editar" onClick={() => onEdit(subject)} />
          {isDefault ? (
            <ListRow
              icon={<IconStar size={24} />}
              title="É o seu endereço de sempre"
              detail="A loja começa nele quando você entra na sua conta."
            />
          ) : (
            <ListRow
              icon={<IconStar size={24} />}
              title="Usar sempre este"
              detail="A loja passa a começar nele quando você entra na sua conta."
              onClick={() => send({ type: 'default.chosen' })}
            />
          )}
          <ListRow
            icon={<IconTrash size={24} />}
            title="Excluir"
            onClick={() => send({ type: 'removal.requested' })}
          />
        </RowList>
      </Stack>
    );
  if (state.matches('asking')) {
    const next = isDefault ? addresses[1] : undefined;
    return (
      <Stack gap={4}>
        {isContested ? (
          <RefusalNote text="Este endereço mudou em outro aparelho, e não foi excluído. Veja como ele está agora." />
        ) : null}
        <Text>{formatAddressLine(subject)}</Text>
        {inUse && isSameAddress(subject, inUse) ? (
          <Text tone="soft">
            Você está usando este endereço agora. Ele sai da sua conta e continua valendo neste aparelho até
            você escolher outro.
          </Text>
        ) : null}
        {next ? <Text tone="soft">O de sempre passa a ser {addressTitle(next)}.</Text> : null}
        <Text tone="soft">Pedidos já feitos não mudam.</Text>
        <Button kind="danger" onClick={() => send({ type: 'removal.confirmed' })}>
          Excluir endereço
        </Button>
        <Button kind="ghost" onClick={close}>
          Manter
        </Button>
      </Stack>
    );
  }
  if (state.matches('failed'))
    return (
      <Stack gap={4}>
        <RefusalNote
          tone="bad"
          text={problem ? refusalText(problem) : ''}
          remedy={{ label: 'Tentar de novo', onClick: () => send({ type: 'load.retried' }) }}
        />
        <Button kind="ghost" onClick={close}>
          Deixar como está
        </Button>
      </Stack>
    );
  return (
    <Stack gap={4}>
      {state.hasTag('offline') ? (
        <RefusalNote
          text={noAnswer.say(
            'Não sabemos se a mudança foi feita: repetimos o pedido quando a conexão voltar.',
            'Não sabemos se a mudança foi feita: já estamos repetindo o pedido.',
          )}
        />
      ) : null}
      <Waiting text="Guardando a mudança">
        <CardSkeleton height="120px" />
      </Waiting>
    </Stack>
  );
}

import { useRoot, useRootState } from '#client/hooks.ts';
import { useLinkTo } from '#client/links.ts';
import { useNoAnswer } from '#client/no-answer.ts';
import { Button } from '#components/form/button.tsx';
import { Card } from '#components/layout/card.tsx';
import { RefusalNote } from '#components/feedback/refusal-note.tsx';
import { Row, Stack } from '#components/layout/stack.tsx';
import { Text } from '#components/layout/text.tsx';
import { countUnits } from '#domain/cart-line.ts';
import { type Gone, goneOf, mergedText } from './cart-words.ts';

/** What happened to the cart while nobody looked: taken out, joined, kept aside, not sent yet. */
export function CartNotes() {
  const cart = useRoot('cart');
  const linkTo = useLinkTo();
  const merged = useRootState('cart', (s) => s.context.merged);
  const isFailed = useRootState('cart', (s) => s.hasTag('failed'));
  const isOffline = useRootState('cart', (s) => s.hasTag('offline'));
  const { isOnline } = useNoAnswer();
  const isDefault = useRootState('location', (s) => s.context.isDefault);
  const seen = { label: 'Entendi', onClick: () => cart.send({ type: 'changes.acknowledged' }) };
  return (
    <>
      {/* Without a network the frame says so on every screen; here it is the shop that is silent. */}
      {isOffline && isOnline ? (
        <RefusalNote
          text="A loja não respondeu. Seu carrinho está guardado aqui e segue assim que ela responder."
          remedy={{ label: 'Tentar agora', onClick: () => cart.send({ type: 'load.retried' }) }}
        />
      ) : null}
      {isFailed ? (
        <RefusalNote
          tone="bad"
          text="A loja não conseguiu conferir o carrinho. Ele está guardado aqui."
          remedy={{ label: 'Tentar de novo', onClick: () => cart.send({ type: 'load.retried' }) }}
        />
      ) : null}
      <GoneNotes />
      {merged.length > 0 ? <RefusalNote tone="info" text={mergedText(merged)} remedy={seen} /> : null}
      <SavedCart />
      {isDefault ? (
        <RefusalNote
          tone="info"
          text="Local aproximado. Confirme seu CEP."
          remedy={{ label: 'Informar CEP', link: linkTo('address.location') }}
        />
      ) : null}
    </>
  );
}

/** What left the cart by itself: why, and for what can be chosen anew the way there. */
export function useGone(): Gone[] {
  const lines = useRootState('cart', (s) => s.context.lines);
  const changes = useRootState('cart', (s) => s.context.changes);
  return goneOf(changes, lines);
}
export function GoneNotes() {
  const cart = useRoot('cart');
  const linkTo = useLinkTo();
  const seen = { label: 'Entendi', onClick: () => cart.send({ type: 'changes.acknowledged' }) };
  return useGone().map(({ text, name, anew }) =>
    anew ? (
      <RefusalNote
        key={text}
        text={text}
        remedy={{
          label: 'Alterar escolhas',
          spoken: `Alterar as escolhas de ${name}`,
          link: linkTo('app.kitOptionals', {}, anew),
        }}
        also={seen}
      />
    ) : (
      <RefusalNote key={text} text={text} remedy={seen} />
    ),
  );
}

/** The cart that gave way at a sign-in in the middle of a purchase (D13). */
function SavedCart() {
  const cart = useRoot('cart');
  const saved = useRootState('cart', (s) => s.context.saved);
  if (!saved || saved.length === 0) return null;
  const count = countUnits(saved);
  return (
    <Card as="section">
      <Stack gap={2}>
        <Text as="h2" size={16} weight={600}>
          Você tem um carrinho salvo
        </Text>
        <Text size={15} tone="soft">
          {count === 1 ? '1 item' : `${count} itens`}:{' '}
          {saved
            .slice(0, 3)
            .map(({ name }) => name)
            .join(', ')}
          {saved.length > 3 ? ' e mais' : ''}.
        </Text>
        <Row gap={2} wrap>
          <Button kind="soft" size="s" width="auto" onClick={() => cart.send({ type: 'saved.restored' })}>
            Juntar a este
          </Button>
          <Button kind="ghost" size="s" width="auto" onClick={() => cart.send({ type: 'saved.dropped' })}>
            Descartar
          </Button>
        </Row>
      </Stack>
    </Card>
  );
}

import { useFlow, useFlowState } from '#client/flow-hooks.ts';
import { useLinkTo } from '#client/links.ts';
import { useForm } from '#client/forms/form.ts';
import { useBuyer, useRecipient } from '#client/shop/place/shipping.ts';
import { AddressCard } from '#components/place/address-card.tsx';
import { Breakable } from '#components/layout/breakable.tsx';
import { Button } from '#components/form/button.tsx';
import { FormErrorSummary } from '#components/form/form-error-summary.tsx';
import { PhoneField } from '#client/forms/phone-field.tsx';
import { Segmented } from '#components/form/segmented.tsx';
import { Sheet } from '#components/layout/sheet.tsx';
import { Stack } from '#components/layout/stack.tsx';
import { Text } from '#components/layout/text.tsx';
import { TextField } from '#components/form/text-field.tsx';
import { TextLink } from '#components/layout/text-link.tsx';
import { Recipient } from '#contract/cart.ts';
import { capitaliseName, tidyName } from '#domain/person/name.ts';
import { formatCpf } from '#domain/person/cpf.ts';
import { formatPhone, nationalDigits } from '#domain/person/phone.ts';
import { IconUser } from '@tabler/icons-react';
import { useMemo } from 'react';
import * as v from 'valibot';

export function RecipientCard({
  isPickup,
  isOpen,
  setOpen,
}: {
  isPickup: boolean;
  isOpen: boolean;
  setOpen: (open: boolean) => void;
}) {
  const recipient = useRecipient();
  const name = useBuyer()?.name ?? '';
  const email = useFlowState('checkout', (s) => s.context.account?.email);
  const does = isPickup ? 'retira' : 'recebe';
  const contact = [recipient ? formatPhone(recipient.phone) : null, recipient?.self ? email : null]
    .filter(Boolean)
    .join(' · ');
  return (
    <>
      <AddressCard
        icon={<IconUser size={24} />}
        title={`${recipient?.name ?? name} ${does}`}
        detail={contact ? <Breakable>{contact}</Breakable> : undefined}
        warning={recipient ? undefined : 'Falta um telefone para avisar'}
        action={
          <TextLink onClick={() => setOpen(true)} label={`Alterar quem ${does}`}>
            {recipient ? 'Alterar' : 'Informar'}
          </TextLink>
        }
      />
      <Sheet
        open={isOpen}
        title={isPickup ? 'Quem vai retirar?' : 'Quem vai receber?'}
        onClose={() => setOpen(false)}
      >
        <RecipientForm recipient={recipient} onDone={() => setOpen(false)} />
      </Sheet>
    </>
  );
}

/** Who buys without an account: only what they said themselves, and the way to change it. */
export function GuestCard() {
  const linkTo = useLinkTo();
  const guest = useFlowState('checkout', (s) => (s.context.account ? null : s.context.who.guest));
  if (!guest) return null;
  return (
    <AddressCard
      icon={<IconUser size={24} />}
      title={guest.name}
      detail={
        <Breakable>
          {[formatPhone(guest.phone), guest.cpf ? `CPF ${formatCpf(guest.cpf)}` : null, 'compra sem conta']
            .filter(Boolean)
            .join(' · ')}
        </Breakable>
      }
      action={
        <TextLink link={linkTo('checkout.lead', {}, { for: 'guest' })} label="Alterar quem compra">
          Alterar
        </TextLink>
      }
    />
  );
}

/** Whoever receives in person gives no name: theirs is known. */
const recipientOf = (own: string) =>
  v.pipe(
    v.object({ self: v.boolean(), name: v.string(), phone: v.string() }),
    v.transform(({ self, name, phone }) => ({ self, name: self ? own : tidyName(name), phone })),
    Recipient,
  );

function RecipientForm({ recipient, onDone }: { recipient: Recipient | null; onDone: () => void }) {
  const checkout = useFlow('checkout');
  const buyer = useBuyer();
  const own = buyer?.name ?? '';
  const phone = buyer?.phone ?? '';
  const cartUuid = useFlowState('checkout', (s) => s.context.cartUuid);
  const form = useForm({
    schema: useMemo(() => recipientOf(own), [own]),
    initial: () => ({
      self: recipient?.self ?? true,
      name: recipient?.self === false ? recipient.name : '',
      phone: nationalDigits(recipient?.phone ?? phone),
    }),
    draft: `recipient.${cartUuid}`,
    onSubmit: (chosen) => {
      checkout.send({ type: 'recipient.changed', recipient: chosen });
      onDone();
    },
  });
  const name = form.field('name');
  return (
    <Stack gap={4} as="form" {...form.props}>
      <FormErrorSummary {...form.summary} />
      <Segmented
        label="Quem recebe"
        options={[
          { value: 'self', label: 'Eu' },
          { value: 'other', label: 'Outra pessoa' },
        ]}
        value={form.values.self ? 'self' : 'other'}
        onChange={(who) =>
          form.begin({ self: who === 'self', phone: who === 'self' ? nationalDigits(phone) : '' })
        }
      />
      {form.values.self ? (
        <Text weight={600}>{own}</Text>
      ) : (
        <TextField
          label="Nome de quem recebe"
          {...name}
          onChange={(text) => name.onChange(capitaliseName(text))}
          required
          maxLength={80}
          autoComplete="off"
          enterKeyHint="next"
        />
      )}
      <PhoneField
        label="Celular com DDD"
        {...form.field('phone')}
        help="Só para avisar sobre este pedido."
        required
        enterKeyHint="done"
      />
      <Button type="submit">Usar estes dados</Button>
    </Stack>
  );
}

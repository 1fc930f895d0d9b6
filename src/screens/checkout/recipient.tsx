import { useFlow, useFlowState } from '#client/flow-hooks.ts';
import { AddressCard } from '#components/place/address-card.tsx';
import { Breakable } from '#components/layout/breakable.tsx';
import { Button } from '#components/form/button.tsx';
import { MaskedField } from '#components/form/masked-field.tsx';
import { Segmented } from '#components/form/segmented.tsx';
import { Sheet } from '#components/layout/sheet.tsx';
import { Stack } from '#components/layout/stack.tsx';
import { Text } from '#components/layout/text.tsx';
import { TextField } from '#components/form/text-field.tsx';
import { TextLink } from '#components/layout/text-link.tsx';
import type { Recipient } from '#contract/cart.ts';
import { capitaliseName, tidyName } from '#domain/person/name.ts';
import { formatPhone, nationalDigits, normalisePhone } from '#domain/person/phone.ts';
import { IconUser } from '@tabler/icons-react';
import { type FormEvent, useState } from 'react';

/**
 * Who is there when the order comes; the buyer until somebody else is named. Null while a phone is missing.
 */
export function useRecipient(): Recipient | null {
  const drafted = useFlowState('checkout', (s) => s.context.draft.recipient ?? null);
  const account = useFlowState('checkout', (s) => s.context.account);
  if (drafted) return drafted;
  return account?.name && account.phone ? { self: true, name: account.name, phone: account.phone } : null;
}

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
  const name = useFlowState('checkout', (s) => s.context.account?.name ?? '');
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

function RecipientForm({ recipient, onDone }: { recipient: Recipient | null; onDone: () => void }) {
  const checkout = useFlow('checkout');
  const account = useFlowState('checkout', (s) => s.context.account);
  const own = { name: account?.name ?? '', phone: account?.phone ?? '' };
  const [isSelf, setSelf] = useState(recipient?.self ?? true);
  const [name, setName] = useState(recipient?.self === false ? recipient.name : '');
  const [phone, setPhone] = useState(nationalDigits(recipient?.phone ?? own.phone));
  const [hasTried, setTried] = useState(false);
  const whole = normalisePhone(phone);
  const nameFault = !isSelf && !name.trim() ? 'Diga quem recebe.' : undefined;
  const phoneFault = whole ? undefined : 'Confira o telefone: DDD e número.';
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (nameFault) return document.getElementById('field-recipientName')?.focus();
    if (!whole) return document.getElementById('field-recipientPhone')?.focus();
    checkout.send({
      type: 'recipient.changed',
      recipient: { self: isSelf, name: isSelf ? own.name : tidyName(name), phone: whole },
    });
    onDone();
  };
  const choose = (value: 'self' | 'other') => {
    setSelf(value === 'self');
    setTried(false);
    setPhone(value === 'self' ? nationalDigits(own.phone) : '');
  };
  return (
    <Stack gap={4} as="form" onSubmit={submit}>
      <Segmented
        label="Quem recebe"
        options={[
          { value: 'self', label: 'Eu' },
          { value: 'other', label: 'Outra pessoa' },
        ]}
        value={isSelf ? 'self' : 'other'}
        onChange={choose}
      />
      {isSelf ? (
        <Text weight={600}>{own.name}</Text>
      ) : (
        <TextField
          label="Nome de quem recebe"
          name="recipientName"
          value={name}
          onChange={(text) => setName(capitaliseName(text))}
          error={hasTried ? nameFault : undefined}
          required
          maxLength={80}
          autoComplete="off"
          enterKeyHint="next"
        />
      )}
      <MaskedField
        mask="phone"
        label="Celular com DDD"
        name="recipientPhone"
        value={phone}
        onChange={setPhone}
        error={hasTried ? phoneFault : undefined}
        help="Só para avisar sobre este pedido."
        required
        enterKeyHint="done"
      />
      <Button type="submit">Usar estes dados</Button>
    </Stack>
  );
}

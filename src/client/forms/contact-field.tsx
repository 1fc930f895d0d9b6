import { PhoneField } from '#client/forms/phone-field.tsx';
import { TextField } from '#components/form/text-field.tsx';
import type { Channel } from '#machines/login/code.ts';

interface Props {
  channel: Channel;
  name: string;
  value: string;
  error: string | undefined;
  onChange: (value: string) => void;
  /** false where one may go on without it */
  required?: boolean;
  autoFocus: true;
}

/** The one field of a screen that asks for a phone or an e-mail, to which a code is sent. */
export function ContactField({ channel, required = true, ...field }: Props) {
  const shown = { ...field, required, big: true, enterKeyHint: 'send' } as const;
  return channel === 'phone' ? (
    <PhoneField label="Celular com DDD" {...shown} />
  ) : (
    <TextField
      label="E-mail"
      {...shown}
      type="email"
      inputMode="email"
      autoComplete="email"
      autoCapitalize="none"
      placeholder="nome@exemplo.com.br"
    />
  );
}

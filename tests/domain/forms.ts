import type { Form, FormField } from '#contract/place.ts';
import { ADDRESS_LENGTHS, CEP_MASK, CPF_MASK, PHONE_MASK } from '#domain/constants.ts';

export const field = (name: string, label: string, more: Partial<FormField> = {}): FormField => ({
  name,
  label,
  type: 'text',
  required: true,
  editable: true,
  hidden: false,
  ...more,
});

/** A form of personal data, as a marketplace sends one. Source: spec §2, §5. */
export const PERSONAL_FORM: Form = {
  title: 'Dados Pessoais',
  subtitle: 'Assim garantimos que tudo chegará até você',
  fields: [
    field('name', 'Nome', { autofocus: true, maxLength: 80 }),
    field('email', 'E-mail', { type: 'email', placeholder: 'nome@exemplo.com.br' }),
    field('phone', 'Celular', { type: 'tel', editable: false, mask: PHONE_MASK }),
    field('cpf', 'CPF', { mask: CPF_MASK }),
  ],
  submit: { text: 'Salvar', waitingText: 'Preencher dados' },
};

/**
 * A form of an address, as a marketplace sends one. Fields that the lookup fills are not editable. Source:
 * spec §5.
 */
export const ADDRESS_FORM: Form = {
  fields: [
    field('postalCode', 'CEP', {
      mask: CEP_MASK,
      minLength: ADDRESS_LENGTHS.postalCode,
      maxLength: ADDRESS_LENGTHS.postalCode,
    }),
    field('address', 'Rua', { required: false, editable: false, maxLength: ADDRESS_LENGTHS.address }),
    field('streetNumber', 'Número', { maxLength: ADDRESS_LENGTHS.streetNumber }),
    field('complement', 'Complemento', {
      required: false,
      maxLength: ADDRESS_LENGTHS.complement,
      placeholder: 'Apto, bloco, casa',
    }),
    field('neighborhood', 'Bairro', { editable: false, maxLength: ADDRESS_LENGTHS.neighborhood }),
    field('city', 'Cidade', { editable: false }),
    field('administrativeArea', 'UF', { editable: false }),
    field('reference', 'Ponto de referência', { required: false, maxLength: ADDRESS_LENGTHS.reference }),
    field('addressType', 'Tipo de endereço', {
      type: 'select',
      required: false,
      hidden: true,
      options: [
        { value: 'HOME', label: 'Casa' },
        { value: 'WORK', label: 'Trabalho' },
        { value: 'OTHER', label: 'Outro' },
      ],
    }),
    field('reception', 'Quem recebe', {
      type: 'select',
      required: false,
      hidden: true,
      options: [
        { value: 'SELF', label: 'Eu' },
        { value: 'DOORMAN', label: 'Portaria' },
        { value: 'NEIGHBOR', label: 'Vizinho' },
        { value: 'LOCKER', label: 'Armário' },
      ],
    }),
  ],
  submit: { text: 'Salvar endereço', waitingText: 'Preencha os dados' },
};

import { renderToString } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { Button } from '#components/form/button.tsx';
import { CodeInput, missingText } from '#components/form/code-input.tsx';
import { EmptyState } from '#components/feedback/empty-state.tsx';
import { ErrorState } from '#components/feedback/error-state.tsx';
import { FormErrorSummary } from '#components/form/form-error-summary.tsx';
import { MaskedField } from '#components/form/masked-field.tsx';
import { SelectField } from '#components/form/select-field.tsx';
import { Sheet } from '#components/layout/sheet.tsx';
import { SubmitButton } from '#components/form/submit-button.tsx';
import { TextField } from '#components/form/text-field.tsx';

const nothing = () => undefined;

describe('form components on the server', () => {
  it('ties label, error and help to the input', () => {
    const html = renderToString(
      <TextField
        label="Nome"
        name="name"
        value=""
        onChange={nothing}
        help="Como no documento"
        error="Preencha seu nome."
      />,
    );
    expect(html).toContain('for="field-name"');
    expect(html).toContain('aria-describedby="field-name-error field-name-help"');
    expect(html).toContain('aria-invalid="true"');
  });
  it('shows a stored number masked and asks for a number pad', () => {
    const html = renderToString(
      <MaskedField mask="phone" label="Celular" name="phone" value="+5511987654321" onChange={nothing} />,
    );
    expect(html).toContain('value="(11) 98765-4321"');
    expect(html).toContain('inputMode="tel"');
  });
  it('asks for a code in one input that phones can fill', () => {
    const html = renderToString(
      <CodeInput label="Código" value="407" onChange={nothing} onComplete={nothing} />,
    );
    expect(html.match(/<input/g)).toHaveLength(1);
    expect(html).toContain('autoComplete="one-time-code"');
  });
  it('counts the digits that are missing', () => {
    expect(missingText('407')).toBe('Faltam 3 números');
    expect(missingText('40712')).toBe('Falta 1 número');
    expect(missingText('407123')).toBeNull();
  });
  it('says beside a disabled action why it is off and where that is mended', () => {
    const html = renderToString(
      <SubmitButton reason="Escolha um horário" remedy={{ label: 'Escolher', onClick: nothing }}>
        Continuar
      </SubmitButton>,
    );
    expect(html).toContain('disabled=""');
    expect(html).toContain('Escolha um horário');
    expect(html).toContain('Escolher');
    expect(renderToString(<SubmitButton reason={null}>Continuar</SubmitButton>)).not.toContain('disabled=""');
  });
  it('keeps a busy button focusable and takes no second submit', () => {
    const html = renderToString(
      <Button busy type="submit">
        Enviar
      </Button>,
    );
    expect(html).toContain('aria-busy="true"');
    expect(html).toContain('type="button"');
    expect(html).not.toContain('disabled=""');
  });
  it('leads from each error to its field and shows nothing without one', () => {
    expect(
      renderToString(
        <FormErrorSummary errors={[{ field: 'cep', text: 'Confira o CEP.' }]} onChoose={nothing} />,
      ),
    ).toContain('href="#field-cep"');
    expect(renderToString(<FormErrorSummary errors={[]} onChoose={nothing} />)).toBe('');
  });
  it('uses the platform picker for a short list', () => {
    expect(
      renderToString(
        <SelectField
          label="Estado"
          name="uf"
          value="SP"
          onChange={nothing}
          options={[{ value: 'SP', label: 'São Paulo' }]}
        />,
      ),
    ).toContain('<select');
  });
  it('renders a closed sheet as an empty dialog', () => {
    const html = renderToString(
      <Sheet open={false} title="Carrinho" onClose={nothing}>
        Linhas
      </Sheet>,
    );
    expect(html).toContain('<dialog');
    expect(html).not.toContain('Linhas');
  });
  it('tells of a failure what happened, what is kept and how to go on', () => {
    const html = renderToString(
      <ErrorState
        title="O banco não aprovou"
        text="Nada foi cobrado."
        kept={{ items: ['5 itens'] }}
        retry={{ onClick: nothing }}
        heading
      />,
    );
    for (const part of [
      'role="alert"',
      'Nada foi cobrado.',
      'O que está guardado',
      '5 itens',
      'Tentar de novo',
      'data-screen-heading',
    ])
      expect(html).toContain(part);
  });
  it('gives an empty place a heading that can take focus', () => {
    expect(renderToString(<EmptyState heading title="Seu carrinho está vazio" />)).toMatch(
      /<h1[^>]*tabindex="-1"/i,
    );
  });
});

import { describe } from 'vitest';
import { seriousFaults } from '#tests/support/browser/axe.ts';
import { DESKTOP, newVisitor, test } from '#tests/support/browser/browser.ts';
import { at, become, heading, placeOrder, reachConfirmation, seen } from '#tests/support/people.ts';

/** Transfers: one that nobody made, and one that pays. */
const [unknown, paid] = [`E${'1'.repeat(31)}`, `E${'4'.repeat(31)}`];

describe('a form about money at the desk', () => {
  test('says at its field what is wrong, goes there, keeps what was typed, and writes down a Pix that its bank contests', async ({
    browser,
    shop,
    page,
    faults,
    expect,
  }) => {
    await become(page, 'Marina, cliente');
    await reachConfirmation(page);
    const order = await placeOrder(page);

    const desk = await (await newVisitor(browser, shop, faults, { viewport: DESKTOP })).newPage();
    await desk.goto('/sandbox');
    await desk.evaluate(() => fetch('/sandbox/staff/OWNER', { method: 'POST' }));
    const isFocused = () => desk.evaluate(() => document.activeElement?.getAttribute('name'));
    await desk.goto('/ops/money');
    await desk.getByRole('button', { name: /^Confirmar/ }).click();
    const [id, sum] = [desk.getByLabel('Identificador fim a fim'), desk.getByLabel('Valor no extrato')];
    const confirm = desk.getByRole('button', { name: /^Registrar pagamento/ });
    await confirm.click();
    await seen(desk.getByText('Copie o identificador do extrato.'));
    await seen(desk.getByText('Diga o valor que está no extrato.'));
    await expect.poll(isFocused).toBe('endToEndId');
    await id.fill(paid);
    await sum.fill('0,05');
    await confirm.click();
    await seen(desk.getByText(/^O pedido espera R\$/));
    expect(await sum.getAttribute('aria-invalid')).toBe('true');
    await expect.poll(isFocused).toBe('amount');
    expect(await seriousFaults(desk)).toEqual([]);
    const due = (await confirm.innerText()).replace('Registrar pagamento de ', '');
    await sum.fill(due);
    await confirm.click();
    await at(page, `/order/${order}/success`);

    await desk.goto('/ops/orders?view=table');
    await desk
      .getByRole('link', { name: new RegExp(order.slice(-4)) })
      .first()
      .click();
    await seen(heading(desk, /^Pedido/));
    // A contact is masked until somebody says what it is needed for.
    const phone = desk.getByText(/^\(\d\d\) 9\d{4}-\d{4}$/);
    expect(await phone.count()).toBe(0);
    await desk.getByRole('button', { name: 'Mostrar o celular' }).click();
    await desk.getByLabel('Para que você precisa ver o celular').fill('Ligar sobre a contestação.');
    await desk.getByRole('button', { name: 'Mostrar', exact: true }).click();
    await seen(phone);
    expect(await seriousFaults(desk)).toEqual([]);
    const orderId = desk.url().split('/').at(-1);
    await desk.goto('/ops/money');
    await desk.getByRole('button', { name: 'Nova contestação' }).click();
    const [transfer, amount] = [
      desk.getByLabel('Identificador fim a fim'),
      desk.getByLabel('Valor contestado'),
    ];
    const send = desk.getByRole('button', { name: 'Registrar contestação' });
    await transfer.fill(unknown);
    await amount.fill(due);
    faults.expect(/status of (404|422)/);
    await send.click();
    await seen(desk.getByText('Nenhum Pix que entrou aqui tem este identificador.'));
    await expect.poll(isFocused).toBe('endToEndId');
    expect(await amount.inputValue()).toBe(due);
    await transfer.fill(paid);
    await amount.fill('9.999,00');
    await send.click();
    await seen(desk.getByText('É mais do que a loja ainda tem deste Pix.', { exact: false }));
    await amount.fill(due);
    await send.click();
    await seen(desk.getByText('Contestação registrada.', { exact: false }));
    await seen(desk.getByText('Prazo em 7 dias'));
    expect(await seriousFaults(desk)).toEqual([]);

    await desk.getByRole('button', { name: /^Responder/ }).click();
    await desk.getByLabel('O que a loja respondeu').fill('Entregue com o código.');
    await desk.getByRole('button', { name: 'Registrar a resposta' }).click();
    await seen(desk.getByText('Respondida, o banco decide'));
    await desk.getByRole('button', { name: /^Registrar [A-Z0-9]{4}/ }).click();
    await desk.getByLabel('O que aconteceu').selectOption({ label: 'O banco devolveu o dinheiro' });
    await desk.getByLabel('Identificador da devolução').fill(`D${'2'.repeat(31)}`);
    await desk.getByRole('button', { name: 'Registrar que o banco devolveu' }).click();
    await seen(desk.getByText('Nenhum agora'));
    // The list of the day has it, and so has the order.
    const day = desk.getByRole('region', { name: /^Conferência do dia/ });
    await seen(day.getByText(due).last());
    await desk.goto(`/ops/orders/${orderId}`);
    await seen(desk.getByText('Pix contestado, devolvido pelo banco'));
    await seen(desk.getByText(/^Devolução, devolvido/));
  });
});

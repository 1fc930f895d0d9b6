import type { Page } from 'playwright-core';

/** Leaves the account at its own screen, and says yes to being asked. */
export async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Sair', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Sair da conta' }).click();
}

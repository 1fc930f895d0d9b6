/** What the wallets' chart knows before it has asked. Apart from the chart, whose code comes with the first look. */
export const noWallets = { wallets: [], uuid: null, statement: [], failures: 0 };

/** Ways to pay that the shop has screens for. A card's own field and a wallet's part are taken by the API only: a way that leads nowhere is not shown. */
export const hasScreen = (type: string): boolean => type === 'PIX' || type === 'FREE';

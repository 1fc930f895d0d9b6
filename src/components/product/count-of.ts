/** "1 item", "3 itens"; none is said as "nenhum item". */
export const countOf = (count: number, one: string, many: string): string =>
  count === 0 ? `nenhum ${one}` : `${count} ${count === 1 ? one : many}`;

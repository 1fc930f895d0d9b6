import { and, eq } from 'drizzle-orm';
import { deliveryWindow } from '#server/db/schema/shop/shipping-method.ts';
import { type Called, type Who, home, line, methodId, newCart, see } from '../buyers.ts';
import type { TestServer } from '../store/server.ts';

interface Window {
  id: string;
  start: string;
  end: string;
  left: number;
}
/** Windows that are offered for a cart, or for an order that is brought at another time. */
export const windowsOf = async (server: Called, who: Who, id: string): Promise<Window[]> =>
  (await see(server, who, `/api/operation/orders/quote/${id}`)).json.options[0]?.windows ?? [];
/** Windows in which one banana would be brought to an address, the soonest first. */
export const windowsAt = async (server: Called, who: Who, location: object = home): Promise<Window[]> =>
  windowsOf(server, who, (await newCart(server, who, [line('banana', 1)], { location })).uuid);
/** The window of that number, to be there. @throws Error when so many are not offered */
export async function windowAt(server: Called, who: Who, at = 0, location: object = home): Promise<Window> {
  const window = (await windowsAt(server, who, location))[at];
  if (!window) throw new Error(`there is no window ${at}`);
  return window;
}
/** Delivery in a window, as carts and orders name it. */
export const scheduled = (windowId?: string) => ({ id: methodId('entrega'), type: 'SCHEDULED', windowId });
/** Places of a window that are taken. */
export async function placesTaken(server: TestServer, windowId: string): Promise<number> {
  const [row] = await server.core.db.read('client', (tx) =>
    tx
      .select()
      .from(deliveryWindow)
      .where(and(eq(deliveryWindow.tenantId, 'client'), eq(deliveryWindow.id, windowId))),
  );
  return row?.taken ?? 0;
}

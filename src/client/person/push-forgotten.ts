/**
 * Nothing of a person comes to a browser that they left: its subscription ends, and what is still shown goes away. The
 * store forgets it with the sign-in, and its push service says that the address is gone. Source: REL-21.
 */
export async function forgetPush(): Promise<void> {
  const registration = await navigator.serviceWorker.getRegistration();
  if (!registration || !('pushManager' in registration)) return;
  const [shown, subscription] = await Promise.all([
    registration.getNotifications(),
    registration.pushManager.getSubscription(),
  ]);
  for (const notification of shown) notification.close();
  await subscription?.unsubscribe();
}

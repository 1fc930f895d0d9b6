interface Newcomer {
  /** empty while nobody is signed in */
  userId: string;
  /** proved ones */
  contact: { phone?: string | undefined; email?: string | undefined };
}

/**
 * The contact that a sign-up may add, by what is proved already: null for whoever has proved both, or is nobody in
 * particular yet. Source: D4; decision 143.
 */
export const lackingContact = ({ userId, contact: { phone, email } }: Newcomer): 'phone' | 'email' | null =>
  userId === '' ? null : phone === undefined ? 'phone' : email === undefined ? 'email' : null;

import { createTransport } from 'nodemailer';

export interface Email {
  to: string;
  subject: string;
  text: string;
}

/** Sends mail by SMTP. @param url `smtp://user:password@host:port` @throws the transport's error; the job tries again */
export function smtpSender(url: string, from: string): (email: Email) => Promise<void> {
  const transport = createTransport(url);
  return async ({ to, subject, text }) => {
    await transport.sendMail({ from, to, subject, text });
  };
}

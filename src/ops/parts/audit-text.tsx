import type { AuditEntry } from '#contract/ops/staff.ts';
import { formatOrderCode } from '#domain/order/order-code.ts';
import { auditText } from '../audit-words.ts';
import { DeskLink, place } from '../context.tsx';

/** What somebody did, as a sentence; the order that it names is one press away. */
export function AuditText({ entry }: { entry: AuditEntry }) {
  const text = auditText(entry);
  const code = formatOrderCode(entry.target);
  const at = text.indexOf(code);
  if (entry.orderId === undefined || at === -1) return text;
  return (
    <>
      {text.slice(0, at)}
      <DeskLink to={place('order', entry.orderId)}>{code}</DeskLink>
      {text.slice(at + code.length)}
    </>
  );
}

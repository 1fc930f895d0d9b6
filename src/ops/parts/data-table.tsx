import { Table } from '@mantine/core';
import type { ReactNode } from 'react';
import styles from './data-table.module.css';

/** Rows under their names; on a phone each row stands as a block of its own, with its names beside its values. */
export function DataTable({
  heads,
  isWide = false,
  children,
}: {
  heads: readonly ReactNode[];
  isWide?: boolean;
  children: ReactNode;
}) {
  return (
    <div className={styles.scroll}>
      <Table verticalSpacing="xs" className={styles.table} data-wide={isWide}>
        <Table.Thead className={styles.heads}>
          <Table.Tr>
            {heads.map((head, at) => (
              // Columns neither come nor go
              <Table.Th key={at}>{head}</Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>{children}</Table.Tbody>
      </Table>
    </div>
  );
}

/** @param name is said on a phone, where no head stands above it and the value does not speak for itself */
export function Cell({
  name,
  className,
  children,
}: {
  name?: string;
  className?: string | undefined;
  children: ReactNode;
}) {
  return (
    <Table.Td data-name={name} className={className}>
      {children}
    </Table.Td>
  );
}

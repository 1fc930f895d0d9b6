import { Table } from '@mantine/core';
import type { ReactNode } from 'react';
import styles from './data-table.module.css';

/**
 * Rows under their names; on a phone each row stands as a block of its own, with its names beside its values. What is
 * no longer drawn as a table would no longer be said as one: its parts name themselves.
 */
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
      <Table role="table" verticalSpacing="xs" className={styles.table} data-wide={isWide}>
        <Table.Thead role="rowgroup" className={styles.heads}>
          <Table.Tr role="row">
            {heads.map((head, at) => (
              // Columns neither come nor go
              <Table.Th key={at} role="columnheader">
                {head}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody role="rowgroup">{children}</Table.Tbody>
      </Table>
    </div>
  );
}

export const TableRow = ({ children }: { children: ReactNode }) => <Table.Tr role="row">{children}</Table.Tr>;

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
    <Table.Td role="cell" data-name={name} className={className}>
      {children}
    </Table.Td>
  );
}

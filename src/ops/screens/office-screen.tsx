import { Button, Table } from '@mantine/core';
import { useSelector } from '@xstate/react';
import { useDesk } from '../context.tsx';
import { Note } from '../parts/note.tsx';
import { Panel } from '../parts/panel.tsx';
import { auditText } from '../audit-words.ts';
import { actorWords, momentOf, roleWords } from '../words.ts';
import styles from './office.module.css';

/** Escritório: who works here, and what was done. */
export function OfficeScreen() {
  const { desk } = useDesk();
  const office = useSelector(desk, ({ children }) => children.office);
  const state = useSelector(office, (snapshot) => snapshot);
  if (!office || !state) return null;
  const { staff, audit, seesStaff } = state.context;
  if (!audit)
    return state.hasTag('busy') ? (
      <p role="status">Lendo o escritório…</p>
    ) : (
      <Note
        tone="bad"
        title="O escritório não veio."
        action={<Button onClick={() => office.send({ type: 'load.retried' })}>Tentar agora</Button>}
      >
        Confira a conexão e tente de novo.
      </Note>
    );
  return (
    <>
      {seesStaff ? (
        <Panel title="Equipe" fact="Quem entra no balcão">
          <Table.ScrollContainer minWidth={560} type="native">
            <Table>
              <Table.Thead>
                <Table.Tr>
                  {['Nome', 'Contato', 'Papel', 'Segundo fator', 'Visto'].map((name) => (
                    <Table.Th key={name}>{name}</Table.Th>
                  ))}
                </Table.Tr>
              </Table.Thead>
              <Table.Tbody>
                {staff.map((one) => (
                  <Table.Tr key={one.id}>
                    <Table.Td>{one.name}</Table.Td>
                    <Table.Td>{one.contact}</Table.Td>
                    <Table.Td>{roleWords[one.role]}</Table.Td>
                    <Table.Td>{one.isEnrolled ? 'Ligado' : 'Falta ligar'}</Table.Td>
                    <Table.Td>{one.lastSeenAt ? momentOf(one.lastSeenAt) : 'Nunca entrou'}</Table.Td>
                  </Table.Tr>
                ))}
              </Table.Tbody>
            </Table>
          </Table.ScrollContainer>
        </Panel>
      ) : null}
      <Panel title="Registro" fact={seesStaff ? 'O que a equipe fez' : 'O que você fez'}>
        {audit.content.length > 0 ? (
          <Table.ScrollContainer minWidth={560} type="native">
            <Table>
              <Table.Thead>
                <Table.Tr>
                  {['Quando', 'Quem', 'O que'].map((name) => (
                    <Table.Th key={name}>{name}</Table.Th>
                  ))}
                </Table.Tr>
              </Table.Thead>
              <Table.Tbody>
                {audit.content.map((entry) => (
                  <Table.Tr key={entry.id}>
                    <Table.Td>{momentOf(entry.at)}</Table.Td>
                    <Table.Td>{actorWords(entry.actor)}</Table.Td>
                    <Table.Td className={styles.sentence}>{auditText(entry)}</Table.Td>
                  </Table.Tr>
                ))}
              </Table.Tbody>
            </Table>
          </Table.ScrollContainer>
        ) : (
          <p>Nada foi feito ainda.</p>
        )}
      </Panel>
    </>
  );
}

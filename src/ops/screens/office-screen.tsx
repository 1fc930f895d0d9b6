import { Button, Table } from '@mantine/core';
import type { StaffAsk } from '#machines/ops/office.machine.ts';
import { Note } from '../parts/note.tsx';
import { Panel } from '../parts/panel.tsx';
import { StaffChange, changes, useOffice } from '../parts/staff-change.tsx';
import { auditText } from '../audit-words.ts';
import { actorWords, momentOf, roleWords } from '../words.ts';
import styles from './office.module.css';

const kinds = ['endSessions', 'resetFactors', 'remove'] as const;

/** Escritório: who works here, and what was done. */
export function OfficeScreen() {
  const found = useOffice();
  if (!found) return null;
  const { office, state, staff, audit, seesStaff } = found;
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
        <>
          <StaffChange />
          <Panel title="Equipe" fact="Quem entra no balcão">
            <Table.ScrollContainer minWidth={560} type="native">
              <Table>
                <Table.Thead>
                  <Table.Tr>
                    {['Nome', 'Contato', 'Papel', 'Segundo fator', 'Visto', 'O que fazer'].map((name) => (
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
                      <Table.Td>
                        {kinds.map((type) => {
                          const ask: StaffAsk = { type, id: one.id };
                          return (
                            <Button
                              key={type}
                              variant="subtle"
                              size="compact-sm"
                              disabled={!state.can({ type: 'member.asked', ask })}
                              onClick={() => office.send({ type: 'member.asked', ask })}
                            >
                              {changes[type].verb}
                              <span className="hidden-text"> {one.name}</span>
                            </Button>
                          );
                        })}
                      </Table.Td>
                    </Table.Tr>
                  ))}
                </Table.Tbody>
              </Table>
            </Table.ScrollContainer>
            <Button
              variant="default"
              w="fit-content"
              disabled={!state.can({ type: 'invite.opened' })}
              onClick={() => office.send({ type: 'invite.opened' })}
            >
              Convidar…
            </Button>
          </Panel>
        </>
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

import { Button } from '@mantine/core';
import { IconUsers } from '@tabler/icons-react';
import type { StaffAsk } from '#machines/ops/office.machine.ts';
import { AuditText } from '../parts/audit-text.tsx';
import { Cell, DataTable, TableRow } from '../parts/data-table.tsx';
import { Loading } from '../parts/loading.tsx';
import { Note } from '../parts/note.tsx';
import { Opened } from '../parts/opened.tsx';
import { Panel } from '../parts/panel.tsx';
import { StaffChange, changes, useOffice } from '../parts/staff-change.tsx';
import { actorWords, momentOf, roleWords } from '../words.ts';
import styles from './office.module.css';

const kinds = ['endSessions', 'resetFactors', 'remove'] as const;

export { IconUsers as RailIcon };

/** Escritório: who works here, and what was done. */
export function OfficeScreen() {
  const found = useOffice();
  if (!found) return null;
  const { office, state, staff, audit, seesStaff, ask, problem } = found;
  const opened = ask
    ? `${ask.type} ${'id' in ask ? ask.id : ''}`
    : state.hasTag('inviting')
      ? 'invite '
      : null;
  const isBusy = state.hasTag('busy');
  // What was sent says its own refusal, in its form.
  const isStale = problem !== null && ask === null;
  const again = (
    <Button loading={isBusy} onClick={() => office.send({ type: 'load.retried' })}>
      Tentar agora
    </Button>
  );
  if (!audit)
    return isBusy && !problem ? (
      <Loading text="Lendo o escritório…" />
    ) : (
      <Note tone="bad" title="O escritório não veio." action={again}>
        Confira a conexão e tente de novo.
      </Note>
    );
  return (
    <>
      {isStale ? (
        <Note tone="bad" title="O escritório pode estar velho." action={again}>
          A última leitura falhou.
        </Note>
      ) : null}
      {seesStaff ? (
        <>
          {opened ? (
            <Opened key={opened} className={styles.change}>
              <StaffChange />
            </Opened>
          ) : (
            <StaffChange />
          )}
          <Panel title="Equipe" fact="Quem entra no balcão">
            <DataTable heads={['Nome', 'Contato', 'Papel', 'Segundo fator', 'Visto', 'O que fazer']}>
              {staff.map((one) => (
                <TableRow key={one.id}>
                  <Cell className={styles.name}>{one.name}</Cell>
                  <Cell name="Contato">{one.contact}</Cell>
                  <Cell name="Papel">{roleWords[one.role]}</Cell>
                  <Cell name="Segundo fator">{one.isEnrolled ? 'Ligado' : 'Falta ligar'}</Cell>
                  <Cell name="Visto">{one.lastSeenAt ? momentOf(one.lastSeenAt) : 'Nunca entrou'}</Cell>
                  <Cell className={styles.changes}>
                    <div className={styles.buttons}>
                      {kinds.map((type) => {
                        const ask: StaffAsk = { type, id: one.id };
                        return (
                          <Button
                            key={type}
                            variant="default"
                            size="compact-sm"
                            disabled={!state.can({ type: 'change.requested', ask })}
                            onClick={() => office.send({ type: 'change.requested', ask })}
                          >
                            {changes[type].verb}
                            <span className="hidden-text"> {one.name}</span>
                          </Button>
                        );
                      })}
                    </div>
                  </Cell>
                </TableRow>
              ))}
            </DataTable>
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
          <DataTable heads={['Quando', 'Quem', 'O que']}>
            {audit.content.map((entry) => (
              <TableRow key={entry.id}>
                <Cell>{momentOf(entry.at)}</Cell>
                <Cell>{actorWords(entry.actor)}</Cell>
                <Cell className={styles.sentence}>
                  <AuditText entry={entry} />
                </Cell>
              </TableRow>
            ))}
          </DataTable>
        ) : (
          <p>Nada foi feito ainda.</p>
        )}
      </Panel>
    </>
  );
}

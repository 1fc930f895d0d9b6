import { useFlow, useFlowState } from '#client/flow-hooks.ts';
import { Row } from '#components/layout/stack.tsx';
import { Text } from '#components/layout/text.tsx';
import { TextLink } from '#components/layout/text-link.tsx';
import { useEffect, useState } from 'react';

/**
 * An answer that takes longer than this (ms) is spoken of: the connection is slow, or this page works off a
 * puzzle first (SEC-03).
 */
const LONG = 1_200;

/**
 * Says that it takes a moment, and lets go of it. Its place is always there, so that nothing moves when a
 * wait begins.
 */
export function LongWait({ isWaiting }: { isWaiting: boolean }) {
  return <div role="status">{isWaiting ? <Wait /> : null}</div>;
}

function Wait() {
  const login = useFlow('login');
  // Once the code was right there is nothing to go back to.
  const canLeave = useFlowState('login', (s) => s.can({ type: 'wait.ended' }));
  const [isLong, setLong] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLong(true), LONG);
    return () => clearTimeout(timer);
  }, []);
  return isLong ? (
    <Row gap={3} between>
      <Text tone="soft">Um instante…</Text>
      {canLeave ? <TextLink onClick={() => login.send({ type: 'wait.ended' })}>Cancelar</TextLink> : null}
    </Row>
  ) : null;
}

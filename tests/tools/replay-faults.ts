/**
 * Do the replays in a browser notice a mistake? Twelve are made on purpose, one at a time, in a copy of the project
 * that is built anew, and the replays run there. `npm run test:faults [number …]`
 * Prints what was red first for each, and fails when one is not noticed. Some twenty minutes for all.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** A mistake as a person makes it: one place of one file. */
interface Fault {
  name: string;
  file: string;
  from: string;
  to: string;
}

const chart = 'machines/login/login.machine.ts';
const screen = 'src/screens/login/activation-screen.tsx';
const faults: Fault[] = [
  {
    name: 'a guard that says the opposite',
    file: 'machines/login/setup.ts',
    from: 'hasContact: ({ context }) => usernameOf(context) !== null,',
    to: 'hasContact: ({ context }) => usernameOf(context) === null,',
  },
  {
    name: 'another target',
    file: chart,
    from: "target: 'expired', actions: note",
    to: "target: 'exhausted', actions: note",
  },
  {
    name: 'no edge for a failure',
    file: chart,
    from: "{ guard: ifPassing, target: 'waiting', actions: note },",
    to: '',
  },
  {
    name: 'a button that sends another event',
    file: screen,
    from: "onClick={() => login.send({ type: 'code.resent' })}",
    to: "onClick={() => login.send({ type: 'wait.ended' })}",
  },
  {
    name: 'what is not kept',
    file: 'machines/login/setup.ts',
    from: '      sentAt: sent.at,\n',
    to: '',
  },
  {
    name: 'a focus that is lost',
    file: 'src/shell/page/announcer.tsx',
    from: 'if (isLost(held)) focusOn(last);',
    to: '',
  },
  {
    name: 'the title of the screen before',
    file: 'src/shell/page/screen-effects.ts',
    from: '}, [title]);',
    to: '}, []);',
  },
  {
    name: 'an entry too many in the history',
    file: 'src/shell/location.ts',
    from: "left !== null && leavesNothing(left, 'passing') &&",
    to: "left !== null && leavesNothing(left, 'replace') &&",
  },
  {
    name: 'a call that is made twice',
    file: 'src/actors/person/code.ts',
    from: 'return { ...sent, at: now() };',
    to: "const body = { phone: phone ?? '', ...(await phoneCountry(phone ?? '')) };\n    if (channel === 'phone') await api.call(sendSmsCode, { body, signal });\n    return { ...sent, at: now() };",
  },
  {
    name: 'a form that remembers how it was first drawn',
    file: 'src/client/forms/form.ts',
    from: '  return useCheckedForm({ ...options, draft: drafted });',
    to: '  const [onSubmit] = useState(() => options.onSubmit);\n  return useCheckedForm({ ...options, onSubmit, draft: drafted });',
  },
  {
    name: 'a button that only looks',
    file: 'src/screens/orders/payment/order-pending-payment-screen.tsx',
    from: "onClick={() => pix.send({ type: 'payment.claimed' })}",
    to: "onClick={() => pix.send({ type: 'page.shown' })}",
  },
  {
    name: 'news that do not reach the wait for a Pix',
    file: 'machines/app/order-screens.ts',
    from: "'order.changed': { actions: ['notifyRoots', 'notifyPix'] },",
    to: "'order.changed': { actions: ['notifyRoots'] },",
  },
];

const root = path.resolve(import.meta.dirname, '../..');
const copy = mkdtempSync(path.join(tmpdir(), 'vitrine-faults-'));
const at = (file: string) => path.join(copy, file);
const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], { cwd: root, encoding: 'utf8' });
for (const file of files.trim().split('\n')) cpSync(path.join(root, file), at(file));
symlinkSync(path.join(root, 'node_modules'), at('node_modules'));

/** What is red first, and after which act. */
function noticedBy(): string | null {
  const report = at('report.json');
  rmSync(report, { force: true });
  const { stderr, stdout } = spawnSync(
    process.execPath,
    'node_modules/vitest/vitest.mjs run --config vite.config.ts --project journeys --bail 1 --reporter json --outputFile report.json tests/journeys/replays'.split(
      ' ',
    ),
    { cwd: copy, encoding: 'utf8' },
  );
  interface Report {
    testResults: {
      message: string;
      assertionResults: { status: string; title: string; failureMessages: string[] }[];
    }[];
  }
  let told: Report;
  try {
    told = JSON.parse(readFileSync(report, 'utf8')) as Report; // Vitest's own
  } catch {
    throw new Error(`no replay ran:\n${stdout}\n${stderr}`);
  }
  for (const { message, assertionResults } of told.testResults) {
    const red = assertionResults.find(({ status }) => status === 'failed');
    const lines = (red?.failureMessages[0] ?? message).split('\n');
    const way = lines.find((line) => line.startsWith('after: ')) ?? '';
    if (red ?? message) return `${lines[0]}${way && `, ${way.replace(/^after: .*, /, 'after: ')}`}`;
  }
  return null;
}

const asked = process.argv.slice(2).map(Number);
let missed = 0;
try {
  for (const [index, { name, file, from, to }] of faults.entries()) {
    const number = index + 1;
    if (asked.length > 0 && !asked.includes(number)) continue;
    const text = readFileSync(at(file), 'utf8');
    if (text.split(from).length !== 2) throw new Error(`${file} has not one place for: ${name}`);
    writeFileSync(
      at(file),
      text.replace(from, () => to),
    );
    const by = noticedBy();
    writeFileSync(at(file), text);
    if (by === null) missed++;
    console.info(`${by === null ? '✗' : '✓'} ${number} ${name}: ${by ?? 'noticed by nothing'}`);
  }
} finally {
  rmSync(copy, { recursive: true, force: true });
}
process.exit(missed === 0 ? 0 : 1);
